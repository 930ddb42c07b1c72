import { afterAll, beforeAll, expect, test } from 'vitest';

import { openDemonstrationApi } from '../support/demonstration-api';
import { actors, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

let api: TestApi;
let web: TestWeb;
/** A server whose pages no cache may keep. */
let alone: TestWeb;
let file: string;

beforeAll(async () => {
  api = await openDemonstrationApi();
  web = await createTestWeb(api, undefined, { sharedCache: { seconds: 60 } });
  alone = await createTestWeb(api);
  const files = (await (await api.api.request('/api/search/data/1/files')).json()) as { address: string }[];
  file = `/data-set/1/files/${files[0]!.address.split('/').at(-1)}`;
}, 120_000);
afterAll(async () => {
  expect([...api.serverErrors, ...web.serverErrors]).toEqual([]);
  await api.close();
});

const controlOf = async (site: TestWeb, path: string, cookie?: string) =>
  (await site.ask(path, cookie === undefined ? {} : { cookie })).headers.get('Cache-Control');

test.each(['/', '/?q=jump', '/data-set/1', '/info/imprint', '/compare', '/compare/method'])(
  'visitors share %s',
  async (path) => {
    expect(await controlOf(web, path)).toBe('public, max-age=0');
    expect(await controlOf(web, path, 'language=DE-DE; other=1')).toBe('public, max-age=0');
    expect(await controlOf(alone, path)).toBe('private, no-cache');
  },
);

test.each(['/', '/data-set/1'])('nobody shares %s of somebody who has logged in, or gets a message', async (path) => {
  expect(await controlOf(web, path, await web.signIn(actors.contributor))).toBe('private, no-store');
  expect(await controlOf(web, path, 'flash=x.y')).toBe('private, no-cache');
});

test('pages depend on cookies and languages', async () => {
  const { headers } = await web.ask('/data-set/1');
  expect(headers.get('Vary')).toBe('Accept, Cookie, Accept-Language');
});

test('a published file is shared as soon as it is kept, but not with whoever has logged in', async () => {
  await (await web.ask(file)).arrayBuffer();
  expect(await controlOf(web, file)).toBe('public, max-age=0');
  expect(await controlOf(web, file, await web.signIn(actors.contributor))).toBe('private, no-store');
  expect(await controlOf(alone, file)).toBe('private, no-store');
});
