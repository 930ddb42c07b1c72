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
  median: 137.3,
  percentiles: [102.9, 113.9, 125, 137.3, 149.6, 160.7, 171.7],
  persons: 108,
  dataSets: [1, 2],
};

let api: TestApi;
let web: TestWeb;
beforeAll(async () => {
  api = await createTestApi();
  web = await createTestWeb(api, async (request) => {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith('/api/norms')) return api.api.fetch(request);
    if (pathname === '/api/norms') return Response.json(normOverview);
    if (pathname !== '/api/norms/standing') return Response.json(normsOf(longJump));
    return Response.json({ version: normOverview.version, standings: [standing] });
  });
});
afterAll(async () => {
  expect([...web.serverErrors, ...api.serverErrors]).toEqual([]);
  await web.close();
  await api.close();
});

const english = languageCookieHeader('en', false).split(';')[0]!;
const page = '/compare?test=slj&sex=f';

/** Presses the German button without script, with these entries, and follows to where it leads. */
async function pressGerman(entries: Record<string, string>) {
  const html = await (await web.ask(page, { cookie: english })).text();
  const button = /<button[^>]*name="language"[^>]*value="de"[^>]*>/.exec(html)?.[0] ?? '';
  expect(html).toMatch(new RegExp(`<form method="post"[^>]*id="${attribute(button, 'form')}"`));
  const sent = () => new URLSearchParams({ test: 'slj', ...entries, language: 'de' });
  const action = attribute(button, 'formaction').replaceAll('&amp;', '&');
  const answer = await web.ask(action, { method: 'POST', body: sent(), cookie: english });
  const cookie = answer.headers.getSetCookie().map((header) => header.split(';')[0]).join('; '); // prettier-ignore
  expect(answer.headers.get('Location')).toBe(page);
  const again = answer.status === 307 ? { method: 'POST', body: sent() } : {};
  const shown = await web.ask(page, { ...again, cookie });
  return { status: answer.status, shown, html: await shown.text() };
}

const empty = { value: '', age: '', born: '', tested: '' };

test('a result that was typed in part is there in the other language, without errors', async () => {
  const { status, shown, html } = await pressGerman({ ...empty, value: '111,7', sex: 'f' });
  expect([status, shown.status, shown.headers.get('Cache-Control')]).toEqual([307, 200, 'no-store']);
  expect(html).toContain('<html lang="de"');
  expect(html).toMatch(/name="value"[^>]*value="111,7"/);
  expect(html).toMatch(/name="sex"[^>]*checked=""[^>]*value="f"/);
  expect(html).not.toContain('aria-invalid="true"');
});

test('a result that can be placed has its answer in the other language', async () => {
  const { html } = await pressGerman({ ...empty, value: '141', age: '9.5', sex: 'f' });
  expect(html).toContain('<html lang="de"');
  expect(html).toMatch(/Prozentrang|Perzentil/);
  expect(html).toMatch(/name="age"[^>]*value="9.5"/);
});

test('without a typed result, the page is shown by its address', async () => {
  const { status, html } = await pressGerman(empty);
  expect(status).toBe(303);
  expect(html).toContain('<html lang="de"');
});
