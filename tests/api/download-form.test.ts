import { afterAll, beforeAll, expect, test } from 'vitest';

import { publishForTest } from '../support/published-data-sets';
import { actors, createTestApi, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

let api: TestApi;
let web: TestWeb;
let cookie: string;
beforeAll(async () => {
  api = await createTestApi();
  web = await createTestWeb(api);
  cookie = await web.signIn(actors.other);
  for (const nr of [1, 2, 3]) {
    const set = { nr, title: `Grip ${nr}`, exercises: ['handgrip'], rights: ['SUFL 1.0'] };
    await publishForTest(api.repository, set);
  }
});
afterAll(async () => {
  web?.close();
  await api?.close();
});
afterAll(() => expect([...api.serverErrors, ...web.serverErrors]).toEqual([]));

const post = (path: string, fields: [string, string][]) =>
  web.ask(path, { cookie, method: 'POST', body: new URLSearchParams(fields) });

/** The address to which the button 'Back' leads without script. */
async function backOf(response: Response): Promise<string> {
  const page = await response.text();
  const [, action = '', inner = ''] =
    /<form id="download-back" method="get" action="([^"]*)"[^>]*>(.*?)<\/form>/.exec(page) ?? [];
  const fields = [...inner.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']): [string, string] => [name, value.replaceAll('&amp;', '&').replaceAll('&quot;', '"')],
  );
  return `${action}?${new URLSearchParams(fields)}`;
}

const results: [string, string][] = [
  ['q', 'grip'],
  ['e', 'handgrip'],
  ['licence', 'SUFL 1.0'],
  ['sort', 'title'],
  ['nr', '1'],
  ['nr', '2'],
];

test('Back leads to the results with their words, tests, facets, order and ticks', async () => {
  const shown = `/?${new URLSearchParams(results)}`;
  const sent = await post('/search/download', results);
  const form = sent.headers.get('Location') ?? '';
  const opened = await backOf(await web.ask(form, { cookie }));
  const [, query] = opened.split('?');
  expect(Object.fromEntries(new URLSearchParams(query))).toMatchObject({ q: 'grip', e: 'handgrip', sort: 'title' });
  expect(new URLSearchParams(query).getAll('nr')).toEqual(['1', '2']);
  const ticks = async (address: string) => {
    const page = await (await web.ask(address, { cookie })).text();
    return [...page.matchAll(/<input[^>]*name="nr"[^>]*>/g)].filter(([input]) => input.includes('checked')).length;
  };
  expect([await ticks(opened), await ticks(shown)]).toEqual([2, 2]);
  // A form with errors keeps it.
  expect(await backOf(await post(form, [['institution', '']]))).toBe(opened);
});

test('Back of one data set leads to its page if there were no results', async () => {
  const sent = await post('/search/download', [['nr', '3']]);
  const back = await backOf(await web.ask(sent.headers.get('Location') ?? '', { cookie }));
  expect(back).toBe('/data-set/3?');
});

test('Back leads to no other site and no other page', async () => {
  const sent = await post('/search/download', results);
  const [form] = (sent.headers.get('Location') ?? '').split('?');
  for (const given of [
    'https://elsewhere.example/',
    '//elsewhere.example',
    '/authentication/logout',
    'q=a&go=https://x',
  ]) {
    const back = await backOf(await web.ask(`${form}?${new URLSearchParams({ results: given })}`, { cookie }));
    expect(back).toMatch(/^\/\?/);
    expect(back).not.toContain('elsewhere');
  }
});

test('the lengths are said at the fields, and a country that does not exist is refused there', async () => {
  const sent = await post('/search/download', results);
  const form = sent.headers.get('Location') ?? '';
  const page = await (await web.ask(form, { cookie })).text();
  expect(page).toMatch(/At most <?[^<]*300[^<]* characters/);
  expect(page).toContain('At most 2,000 characters');
  const german = cookie.replace('EN-X', 'DE-X');
  expect(await (await web.ask(form, { cookie: german })).text()).toContain('Höchstens 2.000 Zeichen');
  const entries: [string, string][] = [
    ['institution', 'School'],
    ['country', 'Atlantis'],
    ['purpose', 'Teaching'],
    ['accurate', 'on'],
    ['licence', 'on'],
  ];
  const refused = await post(form, entries);
  expect(refused.status).toBe(400);
  const text = await refused.text();
  expect(text).toContain('Choose a country.');
  expect(text).toContain('href="#download-country"');
  expect(text).toContain('value="School"');
});
