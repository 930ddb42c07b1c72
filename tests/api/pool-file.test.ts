import { afterAll, beforeAll, expect, test } from 'vitest';

import { languageCookieHeader } from '@domain/language-code';

import { publishForTest } from '../support/published-data-sets';
import { createTestApi, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

let api: TestApi;
let web: TestWeb;
beforeAll(async () => {
  api = await createTestApi();
  web = await createTestWeb(api);
  const columns = ['person_id', 'sex', 'slj'].map((key) => ({ key, unit: '', source: key }));
  const select = `select i as person_id, 'f' as sex, 110 + i as slj from range(10) as t (i)`;
  await publishForTest(api.repository, { nr: 1, title: 'Jumps', tables: [{ name: 'jumps', select, columns }] });
});
afterAll(async () => {
  expect([...web.serverErrors, ...api.serverErrors]).toEqual([]);
  await web.close();
  await api.close();
});

const chosen = (language: 'de' | 'en') => languageCookieHeader(language, false).split(';')[0]!;

test.each([
  ['countries=Germany', 'en', '<li>‘countries=Germany’ in the address cannot be read.'],
  ['ages=ten', 'de', '<li>„ages=ten“ in der Adresse kann nicht gelesen werden'],
  ['ages=130-140', 'en', '<li>‘ages=130-140’'],
  ['format=exe', 'en', '<li>‘format=exe’'],
  ['age-from=130', 'en', '<a href="#pool-age-from">Enter a whole number from 0 to 120, or nothing.</a>'],
] as const)('a file with %s is refused by the form, in %s', async (part, language, words) => {
  const query = `data-sets=1&shown=&${part}`;
  const refused = await web.ask(`/compare/pool/file?${query}`, { cookie: chosen(language) });
  expect([refused.status, refused.headers.get('Location')]).toEqual([303, `/compare/pool?${query}`]);
  const form = await web.ask(`/compare/pool?${query}`, { cookie: chosen(language) });
  expect(form.status).toBe(400);
  expect(await form.text()).toContain(words);
});

test('the form keeps what was typed and ticked, if a part of it cannot be read', async () => {
  const form = await web.ask('/compare/pool?shown=&set=1&sex=f&age-from=130&age-to=9');
  const html = await form.text();
  expect(html).toContain('<title>Error: ');
  expect(html).toMatch(/id="pool-age-from"[^>]*value="130"/);
  expect(html).toMatch(/id="pool-age-to"[^>]*value="9"/);
  expect(html).toMatch(/<input(?=[^>]*id="pool-sex-f")[^>]*checked/);
});

test('a file whose address can be read is sent', async () => {
  const file = await web.ask('/compare/pool/file?data-sets=1&sex=f&format=csv&shown=&other=x');
  expect([file.status, file.headers.get('Content-Type')]).toEqual([200, 'application/zip']);
  await file.arrayBuffer();
});
