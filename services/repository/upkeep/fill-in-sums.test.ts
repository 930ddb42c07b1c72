import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { PublishedFilesSchema } from '@domain/api/published-files';

import { publishForTest } from '../../../tests/support/published-data-sets';
import { createTestApi, type TestApi } from '../../../tests/support/test-api';
import { openPackage } from '../downloads/open-package';
import { listDataSets } from '../store/data-set-records';
import { listPublishedTables } from '../store/published-data-sets';
import { keptFiles } from '../store/schema';
import { fillInSums } from './fill-in-sums';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  for (const nr of [1, 2, 3]) {
    const tables = ['a', 'b'].map((name) => ({
      name,
      select: `select i + ${nr} as slj from range(50) as t(i)`,
      columns: [{ key: 'slj', unit: 'cm', source: 'Weit' }],
    }));
    await publishForTest(api.repository, { nr, title: `Set ${nr}`, tables });
  }
});
afterAll(async () => {
  expect(api.serverErrors).toEqual([]);
  await api.close();
});

const never = new AbortController().signal;
const sumsOf = async (nr: number) => (await listPublishedTables(api.repository.db, [nr])).map(({ sha256 }) => sha256);
async function countedSums(nr: number): Promise<string[]> {
  const tables = await listPublishedTables(api.repository.db, [nr]);
  const contents = tables.map(async ({ objectKey }) => buffer(await api.repository.files.read(objectKey)));
  return (await Promise.all(contents)).map((bytes) => createHash('sha256').update(bytes).digest('hex'));
}

test('nothing is stored after the server was told to stop', async () => {
  await expect(fillInSums(api.repository, AbortSignal.abort())).rejects.toThrow('aborted');
  expect(await sumsOf(1)).toEqual([null, null]);
});

test('tables that were published without a sum get that of their object, and those without an object none', async () => {
  const [lost] = await listPublishedTables(api.repository.db, [2]);
  await api.repository.files.remove(lost!.objectKey);
  expect([await sumsOf(1), await sumsOf(3)]).toEqual([
    [null, null],
    [null, null],
  ]);
  await fillInSums(api.repository, never);
  expect(await sumsOf(1)).toEqual(await countedSums(1));
  expect(await sumsOf(3)).toEqual(await countedSums(3));
  expect(await sumsOf(2)).toEqual([null, expect.stringMatching(/^[0-9a-f]{64}$/)]);
  const response = await api.api.request('/api/search/data/1/files');
  const files = PublishedFilesSchema.parse(await response.json());
  expect(files.flatMap(({ format, sha256 }) => (format === 'parquet' ? [sha256] : []))).toEqual(await sumsOf(1));
});

test('a sum that is filled in later makes no package again', async () => {
  const { repository } = api;
  await publishForTest(repository, {
    nr: 4,
    title: 'Kept',
    tables: [{ name: 'a', select: 'select 1 as slj', columns: [{ key: 'slj', unit: 'cm', source: 'Weit' }] }],
  });
  const open = async () => openPackage(repository, await listDataSets(repository.db, [4]), { isHead: false });
  // Whoever asks while it is made gets a stream of it.
  const begun = await open();
  if (begun instanceof Readable) await buffer(begun);
  await expect.poll(() => repository.db.$count(keptFiles)).toBe(1);
  const first = await open();
  await fillInSums(repository, never);
  expect(await sumsOf(4)).toEqual(await countedSums(4));
  expect(await open()).toEqual(first);
  expect(await repository.db.$count(keptFiles)).toBe(1);
});
