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

test.each([
  ['countries=Germany', 'en', 'because ‘countries=Germany’ in the address or form cannot be read'],
  ['ages=ten', 'de', 'weil „ages=ten“ in Adresse oder Formular nicht gelesen werden kann'],
  ['format=exe', 'en', '‘format=exe’'],
] as const)('a file with %s is refused in words, in %s', async (part, language, words) => {
  const chosen = languageCookieHeader(language, false).split(';')[0]!;
  const refused = await web.ask(`/compare/pool/file?data-sets=1&${part}`, { cookie: chosen });
  expect([refused.status, refused.headers.get('Location')]).toEqual([303, '/compare/pool?data-sets=1&format=csv']);
  const set = refused.headers.getSetCookie().map((header) => header.split(';')[0]);
  const form = await web.ask(refused.headers.get('Location')!, { cookie: [chosen, ...set].join('; ') });
  expect(await form.text()).toContain(words);
});

test('a file whose address can be read is sent', async () => {
  const file = await web.ask('/compare/pool/file?data-sets=1&sex=f&format=csv&shown=&other=x');
  expect([file.status, file.headers.get('Content-Type')]).toEqual([200, 'application/zip']);
  await file.arrayBuffer();
});
