import { afterAll, beforeAll, expect, test } from 'vitest';

import { readOpenApi } from '../../app/repository-client/open-api';
import { publishForTest } from '../support/published-data-sets';
import { actors, createTestApi, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

let testApi: TestApi;
let web: TestWeb;
beforeAll(async () => {
  testApi = await createTestApi();
  await publishForTest(testApi.repository, { nr: 1, title: 'Grip' });
  web = await createTestWeb(testApi);
});
afterAll(async () => {
  expect(web.serverErrors).toEqual([]);
  web.close();
  await testApi.close();
});

test.each(['en', 'de'] as const)(
  'the page about the API shows every call to everybody, in the frame of %s',
  async (language) => {
    const api = await readOpenApi({
      repository: async (request) => testApi.api.fetch(request),
      accessToken: null,
      language,
      origin: 'https://motothek.example',
    });
    const calls = Object.values(api.paths).flatMap((operations) => Object.values(operations));
    const visitor = { headers: { Cookie: `language=${language.toUpperCase()}-X` } };
    for (const options of [visitor, { cookie: await web.signIn(actors.contributor, language) }]) {
      const response = await web.ask('/api/docs', options);
      expect(response.status).toBe(200);
      const page = await response.text();
      expect(page).toContain(`<html lang="${language}"`);
      const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);
      expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
      for (const { operationId } of calls) expect(ids).toContain(operationId);
      const links = [...page.matchAll(/ href="#([^"]+)"/g)].map(([, id = '']) => id);
      expect(links.filter((id) => !ids.includes(id))).toEqual([]);
      expect(page).not.toMatch(/<script(?! type="application\/ld\+json")/);
    }
  },
);

test.each([
  ['en', 'Programming interface (API)'],
  ['de', 'Programmierschnittstelle (API)'],
])(
  'every page links to it, and the page of a data set and the manual do so where programs are the subject: %s',
  async (language, name) => {
    const headers = { Cookie: `language=${language.toUpperCase()}-X` };
    const link = `<a href="/api/docs">${name}</a>`;
    const linksOf = async (path: string) => (await (await web.ask(path, { headers })).text()).split(link).length - 1;
    expect(await linksOf('/info/support')).toBe(1);
    expect(await linksOf('/data-set/1')).toBe(2);
    expect(await linksOf('/info/manual')).toBe(2);
  },
);
