import { afterAll, beforeAll, expect, it } from 'vitest';

import { ProblemSchema } from '@domain/api/mapping';

import { completeMetadata, entry, withEntries } from '../../../tests/fixtures/complete-metadata';
import { explainProblems } from '../../../tests/support/explain-problems';
import { ask } from '../../../tests/support/ready-uploads';
import { mappingOf, openSourceApi, type SourceApi } from '../../../tests/support/source-uploads';
import { actors } from '../../../tests/support/test-api';
import { sourceTables } from '../store/schema';

let source: SourceApi;
beforeAll(async () => {
  source = await openSourceApi();
});
afterAll(async () => {
  expect(source.serverErrors).toEqual([]);
  expect(source.jobLog).toEqual([]);
  await source.close();
});

const table = { name: 'data', csv: 'id,jump\n1,121\n2,-99\n3,130' };
const metadata = completeMetadata('Declared codes');
const declared = withEntries(metadata, entry(31, ['-99']));

async function addMapped(): Promise<string> {
  const { id } = await source.addUpload({ tables: [table] });
  const body = mappingOf({ id: 'person_id|', jump: 'slj|cm' });
  await ask(source, actors.contributor, `/api/mapping/raw/${id}/data`, { method: 'POST', body });
  await explainProblems(source, id, 'data');
  return id;
}

async function post(ids: string[], entries: typeof metadata): Promise<number> {
  const body = { id: ids, metadata: entries };
  return (await ask(source, actors.contributor, '/api/metadata', { method: 'POST', body })).status;
}

async function save(ids: string[], entries: typeof metadata): Promise<void> {
  expect(await post(ids, entries)).toBe(200);
}

async function declare(id: string, body: string[]): Promise<void> {
  const path = `/api/metadata/${id}/missing-codes`;
  expect((await ask(source, actors.contributor, path, { method: 'PUT', body })).status).toBe(200);
}

async function cells(id: string): Promise<string[]> {
  const answer = await ask(source, actors.contributor, `/api/mapping/errors/${id}/data`);
  return ProblemSchema.array()
    .parse(await answer.json())
    .filter(({ column }) => column === 'jump')
    .map(({ cell }) => cell);
}

it('missing-value codes can be declared before there is metadata, which the check would keep closed', async () => {
  const id = await addMapped();
  expect(await cells(id)).toEqual(['B/3']);
  expect(await post([id], declared)).toBe(409);
  await declare(id, [' −99 ', 'k.A.', 'k.A.', '']);
  expect(await cells(id)).toEqual([]);
  const stored = await (await ask(source, actors.contributor, `/api/metadata/${id}`)).json();
  expect(stored).toMatchObject({ metadata: [{ id: 31, values: ['−99', 'k.A.'] }] });
  const state = await (await ask(source, actors.contributor, `/api/fileupload/${id}/state`)).json();
  expect(state).toMatchObject({ flags: { checked: true, meta: false } });
  await declare(id, []);
  expect(await cells(id)).toEqual(['B/3']);
});

it('missing-value codes take effect when the metadata is saved, in every upload of the study', async () => {
  const ids = [await addMapped(), await addMapped()];
  for (const id of ids) await declare(id, ['-99']);
  await save(ids, declared);
  expect(await Promise.all(ids.map(cells))).toEqual([[], []]);
  await save(ids.slice(0, 1), metadata);
  expect(await Promise.all(ids.map(cells))).toEqual([['B/3'], ['B/3']]);
  await declare(ids[1] ?? '', ['-99']);
  expect(await Promise.all(ids.map(cells))).toEqual([[], []]);
});

it('metadata with the same codes starts no check', async () => {
  const id = await addMapped();
  await declare(id, ['-99']);
  const revisions = async () =>
    (await source.repository.db.select({ at: sourceTables.mappingRevision }).from(sourceTables)).map(({ at }) => at);
  const title = (text: string) => withEntries(completeMetadata(text), entry(31, ['-99']));
  await save([id], title('First title'));
  const before = await revisions();
  await save([id], title('Second title'));
  expect(await revisions()).toEqual(before);
});
