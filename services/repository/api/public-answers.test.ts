import { SaxesParser } from 'saxes';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { publishForTest } from '../../../tests/support/published-data-sets';
import { actors, bearer, createTestApi, type TestApi } from '../../../tests/support/test-api';
import { paths as useCasePaths } from '../../../tests/support/use-case-paths';
import { policy } from '../context/policy';

let testApi: TestApi;

beforeAll(async () => {
  testApi = await createTestApi();
  await publishForTest(testApi.repository, {
    nr: 1,
    title: 'Sprünge <und> "Läufe" & \u0001 mehr',
    exercises: ['slj'],
    tables: [{ name: 't', select: 'select 1 as slj', columns: [{ key: 'slj', unit: 'cm', source: 'a' }] }],
  });
  await publishForTest(testApi.repository, { nr: 2, title: 'Grip', exercises: ['handgrip'] });
});
afterAll(() => testApi.close());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  testApi.api.request(path, { headers, method });

const paths = Object.entries(useCasePaths).flatMap(([route, useCase]) => {
  const [method, path = ''] = route.split(' ');
  const address = path
    .replace(':nr', '1')
    .replace(':kind{raw|agg}', 'raw')
    .replace(':lang', 'en')
    .replace(/:\w+(\{[^}]*\})?/g, '1');
  return method === 'GET' ? [{ address, isPublic: policy[useCase] === 'anyone' }] : [];
});

test.each(paths)('$address can be read by scripts of other sites: $isPublic', async ({ address, isPublic }) => {
  const { headers } = await get(address);
  expect(headers.get('Access-Control-Allow-Origin')).toBe(isPublic ? '*' : null);
  expect(headers.get('Access-Control-Allow-Credentials')).toBeNull();
});

test.each(['/api/metadata/countries/de', '/api/metadata/schema', '/api/openapi.json'])(
  '%s can be read by other sites',
  async (address) => {
    expect((await get(address)).headers.get('Access-Control-Allow-Origin')).toBe('*');
  },
);

test('a preflight allows reading and no credentials', async () => {
  const { status, headers } = await get(
    '/api/search',
    { Origin: 'https://other.example', 'Access-Control-Request-Method': 'GET' },
    'OPTIONS',
  );
  expect(status).toBe(204);
  expect(headers.get('Access-Control-Allow-Methods')).toBe('GET, HEAD');
  expect(headers.get('Access-Control-Allow-Headers')).not.toMatch(/authorization|content-type/i);
});

test.each([
  '/api/search?q=grip',
  '/api/search/stats',
  '/api/search/overview',
  '/api/search/data/1',
  '/api/search/feed',
])('%s is kept by caches and confirmed by its tag', async (path) => {
  const first = await get(path);
  expect(first.headers.get('Cache-Control')).toBe('public, max-age=60');
  expect(first.headers.get('Vary')).toMatch(/Accept-Language.*Authorization|Authorization.*Accept-Language/);
  const tag = first.headers.get('ETag') ?? '';
  const again = await get(path, { 'If-None-Match': `"other", ${tag}` });
  expect([again.status, await again.text()]).toEqual([304, '']);
  expect(again.headers.get('ETag')).toBe(tag);
  expect((await get(path, { 'If-None-Match': '"other"' })).status).toBe(200);
});

test('an answer to somebody who is known is not kept by shared caches, and errors are not kept at all', async () => {
  const known = await get('/api/search', await bearer(actors.contributor));
  const withCookie = await get('/api/search', { Cookie: 'session=1' });
  for (const { headers } of [known, withCookie]) expect(headers.get('Cache-Control') ?? 'private').toMatch(/private/);
  expect((await get('/api/search/metadata/999')).headers.get('Cache-Control')).toBeNull();
});

test('OPTIONS of the tus protocol is no preflight request', async () => {
  const response = await get('/api/fileupload/resumable', {}, 'OPTIONS');
  expect([response.status, response.headers.get('Tus-Version')]).toEqual([204, '1.0.0']);
});

/** Texts of the elements with a name, from well-formed XML. */
function textsOf(xml: string, name: string): string[] {
  const parser = new SaxesParser({ xmlns: true });
  const texts: string[] = [];
  const open: string[] = [];
  parser.on('opentag', (tag) => {
    open.push(tag.name);
    if (tag.name === name) texts.push('');
  });
  parser.on('text', (text) => {
    if (open.at(-1) === name) texts[texts.length - 1] += text;
  });
  parser.on('closetag', () => open.pop());
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
  return texts;
}

test('the feed lists the newest data sets of a search, whatever characters they have', async () => {
  const all = await (await get('/api/search/feed?lang=de')).text();
  expect(textsOf(all, 'title')).toEqual(['Motothek: neue Datensätze', 'Grip', 'Sprünge <und> "Läufe" &  mehr']);
  expect(textsOf(all, 'id').slice(1)).toEqual([
    'https://motothek.example/data-set/2',
    'https://motothek.example/data-set/1',
  ]);
  const some = await (await get(`/api/search/feed?e=slj&q=${encodeURIComponent('sprung <x>\u0007')}`)).text();
  expect(textsOf(some, 'id')[0]).toMatch(/^https:\/\/motothek.example\/\?q=sprung/);
  expect(textsOf(await (await get('/api/search/feed?e=slj')).text(), 'entry')).toHaveLength(1);
});
