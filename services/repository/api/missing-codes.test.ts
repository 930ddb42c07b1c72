import { afterAll, beforeAll, expect, it } from 'vitest';

import { ProblemSchema } from '@domain/api/mapping';

import { completeMetadata, entry, withEntries } from '../../../tests/fixtures/complete-metadata';
import { ask } from '../../../tests/support/ready-uploads';
import { mappingOf, openSourceApi, type SourceApi } from '../../../tests/support/source-uploads';
import { actors } from '../../../tests/support/test-api';
import { sourceTables } from '../store/schema';

let source: SourceApi;
beforeAll(async () => {
  source = await openSourceApi();
});
afterAll(async () => {
  expect(source.faults).toEqual([]);
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
  return id;
}

async function save(ids: string[], entries: typeof metadata): Promise<void> {
  const body = { id: ids, metadata: entries };
  const saved = await ask(source, actors.contributor, '/api/metadata', { method: 'POST', body });
  expect(saved.status).toBe(200);
}

async function cells(id: string): Promise<string[]> {
  const answer = await ask(source, actors.contributor, `/api/mapping/errors/${id}/data`);
  return ProblemSchema.array()
    .parse(await answer.json())
    .filter(({ column }) => column === 'jump')
    .map(({ cell }) => cell);
}

it('codes of missing values take effect when the metadata are saved, in every upload of the study', async () => {
  const ids = [await addMapped(), await addMapped()];
  expect(await Promise.all(ids.map(cells))).toEqual([['B/3'], ['B/3']]);
  await save(ids, declared);
  expect(await Promise.all(ids.map(cells))).toEqual([[], []]);
  await save(ids.slice(0, 1), metadata);
  expect(await Promise.all(ids.map(cells))).toEqual([['B/3'], ['B/3']]);
});

it('metadata that declare the same codes start no check', async () => {
  const id = await addMapped();
  const revisions = async () =>
    (await source.repository.db.select({ at: sourceTables.mappingRevision }).from(sourceTables)).map(({ at }) => at);
  const title = (text: string) => withEntries(completeMetadata(text), entry(31, ['-99']));
  await save([id], title('First title'));
  const before = await revisions();
  await save([id], title('Second title'));
  expect(await revisions()).toEqual(before);
}); // prettier-ignore
