import { afterAll, beforeAll, expect, test } from 'vitest';

import { actors, bearer, createTestApi, type TestApi } from '../../../tests/support/test-api';
import { smallTable, uploadForm } from '../../../tests/support/upload-calls';
import type { Actor } from '../context/context';
import { findFile } from '../store/files';

let api: TestApi;
/** Files whose reading has begun, as owner and number, and what ends it. */
const begun: string[] = [];
const ends = new Map<string, () => void>();

beforeAll(async () => {
  api = await createTestApi();
  const { db, jobs } = api.repository;
  jobs.handle('ingest-file', async (data) => {
    const name = (await findFile(db, data.file))?.name ?? '';
    begun.push(name);
    await new Promise<void>((resolve) => ends.set(name, resolve));
  });
});
afterAll(() => api.close());

async function upload(actor: Actor, name: string): Promise<void> {
  const headers = await bearer(actor);
  const body = uploadForm([smallTable(`${name}.csv`)]);
  const { status } = await api.api.request('/api/fileupload/raw', { method: 'POST', headers, body });
  expect(status).toBe(201);
}

const end = (name: string) => ends.get(`${name}.csv`)?.();
const names = () => begun.map((name) => name.replace('.csv', ''));

test('a file does not wait for all files of somebody else, and owners take turns', async () => {
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']) await upload(actors.contributor, name);
  await api.repository.jobs.start();
  await expect.poll(names).toEqual(['a1', 'a2']);
  for (const name of ['b1', 'b2']) await upload(actors.other, name);
  await upload(actors.expert1, 'c1');
  await expect.poll(names).toEqual(['a1', 'a2', 'b1']);
  end('a1');
  await expect.poll(names).toEqual(['a1', 'a2', 'b1', 'c1']);
  end('b1');
  await expect.poll(names).toEqual(['a1', 'a2', 'b1', 'c1', 'b2']);
  end('c1');
  await expect.poll(names).toEqual(['a1', 'a2', 'b1', 'c1', 'b2', 'a3']);
  for (const name of ['a2', 'b2', 'a3']) end(name);
  await expect.poll(names).toEqual(['a1', 'a2', 'b1', 'c1', 'b2', 'a3', 'a4', 'a5']);
  for (const name of ['a4', 'a5']) end(name);
  await expect.poll(() => begun.at(-1)).toBe('a6.csv');
  end('a6');
  await expect.poll(() => api.jobLog).toEqual([]);
});
