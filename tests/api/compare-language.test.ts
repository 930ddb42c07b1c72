import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Standings } from '@domain/api/standings';
import { languageCookieHeader } from '@domain/language-code';

import { longJump, normOverview, normsOf } from '../fixtures/norms';
import { attribute } from '../support/form-windows';
import { createTestApi, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

const standing: Standings['standings'][number] = {
  percentile: 63.4,
  z: 0.34,
  worse: 63.4,
  same: 0,
  band: 'average',
  reason: null,
  median: 137.3,
  percentiles: [102.9, 113.9, 125, 137.3, 149.6, 160.7, 171.7],
  persons: 108,
  place: 0,
};
const places = [{ dataSets: [1, 2], dataSetsInAll: 2 }];

let api: TestApi;
let web: TestWeb;
beforeAll(async () => {
  api = await createTestApi();
  web = await createTestWeb(api, async (request) => {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith('/api/norms')) return api.api.fetch(request);
    if (pathname === '/api/norms') return Response.json(normOverview);
    if (pathname !== '/api/norms/standing') return Response.json(normsOf(longJump));
    return Response.json({ version: normOverview.version, standings: [standing], places });
  });
});
afterAll(async () => {
  expect([...web.serverErrors, ...api.serverErrors]).toEqual([]);
  await web.close();
  await api.close();
});

const english = languageCookieHeader('en', false).split(';')[0]!;
const page = '/compare?test=slj&sex=f';

const choice = { shown: 'slj', test: 'slj', sex: 'f' };

/** Presses the German button without script, with these entries, and follows to where it leads. */
async function pressGerman(entries: Record<string, string>, chosen: Record<string, string> = choice) {
  const html = await (await web.ask(page, { cookie: english })).text();
  const button = /<button[^>]*name="language"[^>]*value="de"[^>]*>/.exec(html)?.[0] ?? '';
  expect(html).toMatch(new RegExp(`<form method="post"[^>]*id="${attribute(button, 'form')}"`));
  const typed = Object.entries(entries).map(([name, value]) => [`standing-${name}`, value]);
  const sent = () => new URLSearchParams([...Object.entries(chosen), ...typed, ['language', 'de']]);
  const action = attribute(button, 'formaction').replaceAll('&amp;', '&');
  const answer = await web.ask(action, { method: 'POST', body: sent(), cookie: english });
  const cookie = answer.headers.getSetCookie().map((header) => header.split(';')[0]).join('; '); // prettier-ignore
  const address = answer.headers.get('Location')!;
  const again = answer.status === 307 ? { method: 'POST', body: sent() } : {};
  const shown = await web.ask(address, { ...again, cookie });
  return { status: answer.status, address, shown, html: await shown.text() };
}

const empty = { value: '', age: '', born: '', tested: '' };

test('a result that was typed in part is there in the other language, without errors', async () => {
  const { status, address, shown, html } = await pressGerman({ ...empty, value: '111,7', sex: 'f' });
  expect([status, shown.status, shown.headers.get('Cache-Control')]).toEqual([307, 200, 'no-store']);
  expect(address).toBe(page);
  expect(html).toContain('<html lang="de"');
  expect(html).toMatch(/name="standing-value"[^>]*value="111,7"/);
  expect(html).toMatch(/name="standing-sex"[^>]*checked=""[^>]*value="f"/);
  expect(html).not.toContain('aria-invalid="true"');
});

test('a result that can be placed has its answer in the other language', async () => {
  const { html } = await pressGerman({ ...empty, value: '141', age: '9.5', sex: 'f' });
  expect(html).toContain('<html lang="de"');
  expect(html).toMatch(/Prozentrang|Perzentil/);
  expect(html).toMatch(/name="standing-age"[^>]*value="9.5"/);
});

test('without a typed result, the page is shown by its address', async () => {
  const { status, address, html } = await pressGerman(empty);
  expect([status, address]).toEqual([303, page]);
  expect(html).toContain('<html lang="de"');
});

const other = { ...choice, sex: 'm', 'age-from': '8', 'age-to': '', 'year-from': '', 'year-to': '' };
const otherPage = '/compare?test=slj&sex=m&ages=8-120';

test('what was chosen and not sent is chosen in the other language, also beside a typed result', async () => {
  expect(await pressGerman(empty, other)).toMatchObject({ status: 303, address: otherPage });
  const both = await pressGerman({ ...empty, value: '111,7' }, other);
  expect(both).toMatchObject({ status: 307, address: otherPage });
  expect(both.html).toMatch(/id="compare-age-from"[^>]*value="8"/);
  expect(both.html).toMatch(/name="standing-value"[^>]*value="111,7"/);
  const unread = await pressGerman({ ...empty, value: '111,7' }, { ...other, 'age-from': 'abc' });
  expect(unread.html).toMatch(/id="compare-age-from"[^>]*value="abc"/);
  expect(unread.html).toMatch(/name="standing-value"[^>]*value="111,7"/);
});

test('each button sends its part: curves have an address to share, a result is in none', async () => {
  const send = (intent: string, typed: Record<string, string>) =>
    web.ask(page, { method: 'POST', cookie: english, body: new URLSearchParams({ ...other, ...typed, intent }) });
  const result = { 'standing-test': 'slj', 'standing-value': '141', 'standing-age': '9.5', 'standing-sex': 'f' };
  const statusOf = async (intent: string, typed = {}) => {
    const { status, headers } = await send(intent, typed);
    return [status, headers.get('Location')];
  };
  expect(await statusOf('show')).toEqual([303, otherPage]);
  expect(await statusOf('show', result)).toEqual([307, otherPage]);
  // Enter in a field sends what was typed.
  expect(await statusOf('')).toEqual([303, otherPage]);
  expect(await statusOf('', result)).toEqual([307, otherPage]);
  expect(await statusOf('place', result)).toEqual([307, otherPage]);
  const same = { ...result, sex: 'f', 'age-from': '' };
  expect(await statusOf('place', same)).toEqual([200, null]);
  const shown = await (await send('show', same)).text();
  expect(shown).toMatch(/name="standing-value"[^>]*value="141"/);
  expect(shown).not.toContain('id="answer"');
});

test('a choice that is too large for an address is refused with a page', async () => {
  const huge = { ...other, country: 'x'.repeat(20_000) };
  const post = (address: string, more: Record<string, string>) =>
    web.ask(address, { method: 'POST', cookie: english, body: new URLSearchParams({ ...huge, ...more }) });
  const answers = [
    await post(page, { intent: 'show' }),
    await post(page, { intent: 'show', 'standing-value': '141' }),
    await post('/language?form=standing&returnTo=%2Fcompare', { language: 'de' }),
  ];
  for (const answer of answers) {
    expect([answer.status, answer.headers.get('Location')]).toEqual([413, null]);
    expect(answer.headers.getSetCookie().join()).not.toContain('DE-DE');
    expect(await answer.text()).toMatch(/<h1[^>]*>[^<]+<\/h1>/);
  }
});
