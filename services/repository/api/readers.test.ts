import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { publishAllForTest } from '../../../tests/support/published-data-sets';
import { actors, bearer, createTestApi, type TestApi, tokenRules } from '../../../tests/support/test-api';
import { openBody } from '../../http/web-listener';
import { openReaders } from '../store/database';
import { createApi, type RepositoryApi } from './app';
import { createTokenVerifier } from './authentication';

let opened: TestApi;
let api: RepositoryApi;
/** Statements for the readers. */
const read: string[] = [];

beforeAll(async () => {
  opened = await createTestApi();
  await publishAllForTest(opened.repository, [{ nr: 1, title: 'Jumps', exercises: ['slj'] }]);
  const query = (...asked: [{ text: string }]) => {
    read.push(asked[0].text);
    return opened.pool.query(...asked);
  };
  const pool = Object.assign(Object.create(opened.pool) as pg.Pool, { query });
  api = createApi({
    repository: opened.repository,
    readers: openReaders(pool, opened.repository.db),
    verifyToken: createTokenVerifier(tokenRules()),
    openBody,
    reportError: (error) => void opened.serverErrors.push(error),
  });
});
beforeEach(() => void read.splice(0));
afterAll(async () => {
  expect(opened.serverErrors).toEqual([]);
  await opened.close();
});

const visits = ['/api/search?q=Jumps', '/api/search/metadata/1', '/api/search/related/1', '/api/search/data/1/tables'];

test.each(visits)('visitors read %s from a replica', async (path) => {
  expect((await api.request(path)).status).toBe(200);
  expect(read.length).toBeGreaterThan(0);
});

test.each([...visits, '/api/upload', '/api/search/mydownloads'])(
  'whoever is known reads %s from the database',
  async (path) => {
    await api.request(path, { headers: await bearer(actors.contributor) });
    expect(read).toEqual([]);
  },
);

test('harvesters read from the database, because what they do not find there is deleted', async () => {
  const response = await api.request('/oai?verb=ListRecords&metadataPrefix=oai_dc');
  expect(await response.text()).toContain('Jumps');
  expect(read).toEqual([]);
});

test('what is kept in memory is read from the database, so that nothing is missing when a replica was behind', async () => {
  await api.request('/api/search/stats');
  await publishAllForTest(opened.repository, [{ nr: 2, title: 'Runs', exercises: ['slj'] }]);
  await api.request('/api/search');
  await api.request('/api/search/stats');
  expect(read.filter((text) => text.includes('"search_documents"'))).toEqual([]);
});
