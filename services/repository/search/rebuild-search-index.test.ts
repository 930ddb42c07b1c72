import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { SearchAnswerSchema } from '@domain/api/search';

import { publishForTest } from '../../../tests/support/published-data-sets';
import { createTestApi, type TestApi } from '../../../tests/support/test-api';
import { readSearchState } from './search-documents';
import { searchDocuments, searchState } from '../store/schema';
import { renewSearchIndex, runSearchCommand } from './rebuild-search-index';

let testApi: TestApi;

beforeAll(async () => {
  testApi = await createTestApi();
  for (let nr = 1; nr <= 250; nr++) {
    await publishForTest(testApi.repository, { nr, title: `Sprung ${nr}`, exercises: ['slj'], postalAreas: ['76'] });
  }
});
afterAll(() => testApi.close());

const count = async (query: string) => {
  const answer = await testApi.api.request(`/api/search?${query}`);
  return SearchAnswerSchema.parse(await answer.json())[0].count;
};

test('all documents are made again from the store, and searches find the same', async () => {
  const { db } = testApi.repository;
  const found = async () => [await count('q=Sprung'), await count('e=slj'), await count('q=76131')];
  const before = await found();
  expect(before).toEqual([250, 250, 250]);
  await db.delete(searchDocuments);
  await db.update(searchState).set({ revision: sql`${searchState.revision} + 1` });
  expect(await found()).toEqual([0, 0, 0]);
  const said: string[] = [];
  expect(await runSearchCommand(['rebuild'], { db, write: (text) => said.push(text) })).toBe(0);
  expect(said).toEqual(['250 data sets are in the search index.\n']);
  expect(await found()).toEqual(before);
});

test('searches find everything while the documents are made again', async () => {
  const { db } = testApi.repository;
  await db.update(searchState).set({ version: 0 });
  let isDone = false;
  const rebuilding = renewSearchIndex(db).finally(() => {
    isDone = true;
  });
  const counts: number[] = [];
  while (!isDone) counts.push(await count('q=Sprung&e=slj'));
  expect(await rebuilding).toBe(250);
  expect(counts.length).toBeGreaterThan(1);
  expect(new Set(counts)).toEqual(new Set([250]));
});

test('documents of this version, or of a later one that runs beside it, are not made again', async () => {
  const { db } = testApi.repository;
  const { revision, version } = await readSearchState(db);
  for (const made of [version + 1, version]) {
    await db.update(searchState).set({ version: made });
    expect(await renewSearchIndex(db)).toBeNull();
  }
  expect((await readSearchState(db)).revision).toBe(revision);
});

test('wrong arguments are explained', async () => {
  const said: string[] = [];
  expect(await runSearchCommand([], { db: testApi.repository.db, write: (text) => said.push(text) })).toBe(2);
  expect(said.join()).toContain('npm run search -- rebuild');
});
