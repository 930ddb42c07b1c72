import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { actors, createTestApi, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

let api: TestApi;
let web: TestWeb;
let cookie: string;
beforeAll(async () => {
  api = await createTestApi();
  web = await createTestWeb(api);
  cookie = await web.signIn(actors.contributor);
});
afterAll(async () => {
  web?.close();
  await api?.close();
});
beforeEach(() => void web.serverErrors.splice(0));

const manifest = (...paths: string[]) =>
  web.ask(`/__manifest?${new URLSearchParams([['version', '1'], ...paths.map((path) => ['p', path])])}`);
const routesOf = async (...paths: string[]) => {
  const response = await manifest(...paths);
  expect(response.status).toBe(200);
  return Object.keys((await response.json()) as object).sort();
};
const numbered = (count: number, path: (nr: number) => string) =>
  Array.from({ length: count }, (_, index) => path(index));

test('an address with too many segments gets an error page without the script of the router', async () => {
  for (const path of ['/a'.repeat(60), `/${'/'.repeat(60)}`, `/file-upload${'/data'.repeat(60)}`]) {
    for (const method of ['GET', 'POST']) {
      const body = method === 'POST' ? new URLSearchParams({ a: 'b' }) : undefined;
      const page = await web.ask(path, { method, body, cookie });
      expect([path, page.status]).toEqual([path, 404]);
      const html = await page.text();
      expect(html).toContain('There is no page at this address.');
      expect(html).not.toContain('__remixContext');
    }
  }
  const byScript = await web.ask(`${'/a'.repeat(60)}.data`);
  expect([byScript.status, byScript.headers.get('Content-Type')]).toEqual([404, 'text/x-script']);
  expect(web.serverErrors).toEqual([]);
});

test('an address with the largest number of segments that is looked up shows the home screen', async () => {
  const page = await web.ask('/a'.repeat(20));
  expect(page.status).toBe(404);
  expect(await page.text()).toContain('type="search"');
});

test('a request about many links gets the same routes as one request per link', async () => {
  const links = numbered(50, (nr) => `/editorial-board/vote/raw-${nr}`);
  const more = ['/', '/info/privacy', '/file-upload/Meta/1', '/x', '/no/such/page', 'my-downloads'];
  const alone = await Promise.all([...more, links[0] ?? ''].map((path) => routesOf(path)));
  expect(await routesOf(...links, ...more)).toEqual([...new Set(alone.flat())].sort());
  const many = numbered(300, (nr) => `/x${nr}`);
  expect(await routesOf(...many)).toEqual(await routesOf('/x0'));
});

test('one request may ask for all addresses of the app', async () => {
  const all = web.addresses.map((address) => address.replaceAll(/:\w+/g, 'any').replace('*', 'no/such/page'));
  expect((await manifest(...all)).status).toBe(200);
});

test('a request that needs more look-ups than all our routes is refused', async () => {
  const words = ['language', 'info', 'search', 'data', 'rows', 'check', 'meta'];
  const mixed = words.flatMap((a) => words.flatMap((b) => words.map((c) => `/${a}/${b}/${c}`)));
  expect((await manifest(...mixed)).status).toBe(400);
  expect((await manifest('/a'.repeat(1000))).status).toBe(400);
});
