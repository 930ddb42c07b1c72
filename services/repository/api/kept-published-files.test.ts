import { createHash } from 'node:crypto';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { PublishedFilesSchema } from '@domain/api/published-files';

import { publishForTest } from '../../../tests/support/published-data-sets';
import { actors, bearer, createTestApi, type TestApi } from '../../../tests/support/test-api';
import { listPublishedTables } from '../store/published-data-sets';
import { keptFiles } from '../store/schema';

let api: TestApi;

beforeAll(async () => {
  api = await createTestApi();
  const table = (name: string) => ({
    name,
    select: 'select i::double as slj from range(30) as t(i)',
    columns: [{ key: 'slj', unit: 'cm', source: 'Weit' }],
  });
  const { repository } = api;
  await publishForTest(repository, { nr: 1, title: 'One', tables: [table('data')] });
  await publishForTest(repository, { nr: 2, title: 'Three', tables: ['data', 'more', 'most'].map(table) });
  const closed = { rights: ['SUFL 1.0'], owner: 'contributor' };
  await publishForTest(repository, { nr: 3, title: 'Closed', ...closed, tables: [table('data')] });
  await publishForTest(repository, { nr: 4, title: 'Lost with its files', tables: [table('data')] });
  await publishForTest(repository, { nr: 5, title: 'Nothing' });
});
afterAll(() => api.close());

async function get(address: string, actor: Parameters<typeof bearer>[0] | null = null, headers = {}, method = 'GET') {
  return api.api.request(address, { method, headers: { ...headers, ...(actor && (await bearer(actor))) } });
}
const fileOf = async (address: string, actor: Parameters<typeof bearer>[0] | null = null) => {
  const response = await get(address, actor);
  expect(response.status, address).toBe(200);
  return Buffer.from(await response.arrayBuffer());
};
const list = async (nr: number) => PublishedFilesSchema.parse(await (await get(`/api/search/data/${nr}/files`)).json());

test('Parquet is never copied, and its tag is that of its content', async () => {
  const address = '/api/search/data/1/files/data.parquet';
  const before = await api.repository.db.$count(keptFiles);
  const part = await get(address, null, { Range: 'bytes=0-3' });
  const tag = part.headers.get('ETag') ?? '';
  expect([part.status, tag]).toEqual([206, expect.stringMatching(/^"[^"]+"$/)]);
  expect((await get(address, null, { 'If-None-Match': tag })).status).toBe(304);
  expect((await get('/api/search/data/2/files/table-2-more.parquet')).headers.get('ETag')).not.toBe(tag);
  await fileOf(address);
  expect(await api.repository.db.$count(keptFiles)).toBe(before);
  expect((await list(1)).find(({ format }) => format === 'parquet')?.sha256).toBeNull();
});

test('HEAD makes no file, and tells the size of one that is kept', async () => {
  const address = '/api/search/data/2/files/table-1-data.csv';
  const head = async () => {
    const { status, headers } = await get(address, null, {}, 'HEAD');
    return [status, headers.get('Content-Length'), headers.get('ETag'), headers.get('Content-Type')];
  };
  const before = await api.repository.db.$count(keptFiles);
  const type = 'text/csv; charset=utf-8; header=present';
  expect(await head()).toEqual([200, null, null, type]);
  expect(await api.repository.db.$count(keptFiles)).toBe(before);
  const bytes = await fileOf(address);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  expect(await head()).toEqual([200, String(bytes.length), `"${sha256}"`, type]);
});

test('a file that cannot be kept is sent as a whole, not in parts; HEAD tells no size', async () => {
  const { settings } = api.repository;
  const { keptFilesBytes } = settings;
  settings.keptFilesBytes = 1;
  const address = '/api/search/data/3/files/data.csv';
  const ask = (method: string, headers = {}) => get(address, actors.contributor, headers, method);
  const part = await ask('GET', { Range: 'bytes=0-3' });
  expect([part.status, await part.json()]).toMatchObject([507, { code: 'storage-full' }]);
  const head = await ask('HEAD');
  expect([head.status, head.headers.get('Content-Length')]).toEqual([200, null]);
  expect((await fileOf(address, actors.contributor)).toString()).toMatch(/^slj\r\n0\r\n/);
  settings.keptFilesBytes = keptFilesBytes;
});

test('the list asks the database as often for many tables as for one', async () => {
  const query = vi.spyOn(api.pool, 'query');
  const count = async (nr: number) => {
    query.mockClear();
    await list(nr);
    return query.mock.calls.length;
  };
  await list(1);
  expect(await count(2)).toBe(await count(1));
  expect(await list(5)).toEqual([]);
  query.mockRestore();
});

test('a kept file that the store has lost is checked again before it is made', async () => {
  const { repository } = api;
  await fileOf('/api/search/data/4/files/data.sav');
  const kept: string[] = [];
  for await (const { key } of repository.files.list('kept/')) kept.push(key);
  const [table] = await listPublishedTables(repository.db, [4]);
  for (const key of [...kept, table?.objectKey ?? '']) await repository.files.remove(key);
  const response = await get('/api/search/data/4/files/data.sav');
  expect([response.status, await response.json()]).toMatchObject([404, { code: 'rows-missing' }]);
});

test('the server reports no errors', () => {
  expect(api.serverErrors).toEqual([]);
});
