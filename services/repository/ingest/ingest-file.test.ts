import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { ReceivedFileSchema } from '@domain/api/uploads';

import { actors } from '../../../tests/support/test-api';
import { smallTable, uploadForm, uploadNumber, useUploadApi } from '../../../tests/support/upload-calls';
import { giveUpReading, ingestFile } from '../jobs/handlers/ingest-file';
import { files, sourceTables } from '../store/schema';

const api = useUploadApi();

test.each([
  ['a.xlsx', Buffer.from('504b030414000600080000002100', 'hex'), 'damaged', /damaged/, /beschädigt/],
  [
    'a.xls',
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]),
    'damaged',
    /damaged/,
    /beschädigt/,
  ],
  ['a.sav', Buffer.from(`$FL2@(#) SPSS DATA FILE ${' '.repeat(60)}`), 'damaged', /damaged/, /beschädigt/],
  [
    'a.csv',
    Buffer.from(`\x89PNG\r\n\x1a\n${'\0'.repeat(50)}`, 'latin1'),
    'not-a-table-file',
    /not a table/,
    /keine Tabelle/,
  ],
  ['b.csv', Buffer.from('<!doctype html><html><body>no table</body></html>'), 'web-page', /web page/, /Webseite/],
  ['c.csv', Buffer.from('a,b,c,d,e,f\n,,,,,\n'), 'no-rows', /no rows/, /keine Zeilen/],
])('%s that cannot be read is stored with the reason in both languages', async (name, content, code, en, de) => {
  const id = await api.take({ name, content });
  const { state: stored, failure, tables } = await api.state(id);
  expect({ stored, code: failure?.code, tables }).toEqual({ stored: 'failed', code, tables: [] });
  expect(failure?.message).toMatch(en);
  expect((await api.state(id, 'de')).failure?.message).toMatch(de);
  expect((await api.call(actors.contributor, `/api/fileupload/${id}`)).status).toBe(404);
  const original = await api.call(actors.contributor, `/api/fileupload/${id}/original`);
  expect(Buffer.from(await original.arrayBuffer()).equals(content)).toBe(true);
  expect((await api.call(actors.contributor, `/api/fileupload/${id}`, { method: 'DELETE' })).status).toBe(204);
});

test('a file that takes longer is accepted at once and read afterwards', async () => {
  const { settings } = api.repository;
  const { jobWaitMs } = settings;
  settings.jobWaitMs = 0;
  const response = await api.post(actors.contributor, [smallTable()]);
  settings.jobWaitMs = jobWaitMs;
  expect(response.status).toBe(201);
  const [entry] = ReceivedFileSchema.array().parse(await response.json());
  expect(entry).toMatchObject({ tables: [], error: null });
  await expect.poll(async () => (await api.state(entry?.id ?? '')).state).toBe('ready');
});

test('an interrupted job can be repeated without harm, and a finished one does nothing', async () => {
  const { repository } = api;
  const id = await api.take();
  const where = eq(files.upload, uploadNumber(id));
  const before = (await api.state(id)).tables;
  const [file] = await repository.db.select().from(files).where(where);
  const again = () => ingestFile(repository, { file: file?.id ?? '' }, new AbortController().signal);
  await again();
  await repository.db.update(files).set({ state: 'reading' }).where(where);
  await again();
  expect((await api.state(id)).tables).toEqual(before);
  expect((await api.call(actors.contributor, `/api/fileupload/${id}/rows`)).status).toBe(200);
});

test('a server error is reported after the last attempt, not before', async () => {
  const { repository } = api;
  const id = await api.take();
  const where = eq(files.upload, uploadNumber(id));
  const [file] = await repository.db.update(files).set({ state: 'received' }).where(where).returning();
  await repository.db.delete(sourceTables).where(eq(sourceTables.file, file?.id ?? ''));
  const broken = {
    ...repository,
    tables: { ...repository.tables, run: () => Promise.reject(new Error('out of memory')) },
  };
  const attempt = (last: boolean) =>
    ingestFile(broken, { file: file?.id ?? '' }, new AbortController().signal, () => last);
  await expect(attempt(false)).rejects.toThrow('out of memory');
  expect((await api.state(id)).state).toBe('reading');
  await expect(attempt(true)).rejects.toThrow('out of memory');
  expect((await api.state(id)).failure?.code).toBe('reading-error');
});

test('a file that each server died of says that it cannot be read, and one that is read meanwhile does not', async () => {
  const { repository } = api;
  const id = await api.take();
  const where = eq(files.upload, uploadNumber(id));
  const [file] = await repository.db.select().from(files).where(where);
  await giveUpReading(repository, file?.id ?? '');
  expect((await api.state(id)).state).toBe('ready');
  await repository.db.update(files).set({ state: 'reading' }).where(where);
  await repository.db.delete(sourceTables).where(eq(sourceTables.file, file?.id ?? ''));
  await giveUpReading(repository, file?.id ?? '');
  expect((await api.state(id)).failure?.code).toBe('reading-error');
});

test.each([
  ['reading-error', /^Something went wrong .* Upload it again\./, /^Beim Lesen dieser Datei .* noch einmal hoch\./],
  ['reading-away', /^A service .* Upload it again\./, /^Ein Dienst.* noch einmal hoch\./],
  ['damaged', /damaged/, /beschädigt/],
])('a corrected file that was given up (%s) is sent again, because it was not kept', async (code, en, de) => {
  const id = await api.take(smallTable(`${code}.csv`));
  const address = `/api/fileupload/${id}/correction`;
  const body = uploadForm([{ name: 'a.xlsx', content: Buffer.from('504b030414000600080000002100', 'hex') }]);
  await api.call(actors.contributor, address, { method: 'POST', body });
  await api.settle();
  const where = and(eq(files.upload, uploadNumber(id)), eq(files.versionState, 'pending'));
  expect(await api.repository.db.update(files).set({ failureCode: code }).where(where).returning()).toHaveLength(1);
  for (const [language, wanted] of [['en', en] as const, ['de', de] as const]) {
    const { pending } = await (await api.call(actors.contributor, address, { language })).json();
    expect(pending.failure.message).toMatch(wanted);
    expect(pending.failure.message).not.toMatch(/is stored|ist gespeichert|Try again now|Versuchen Sie es/);
  }
});

test('an upload that is deleted while it is read leaves no table behind', async () => {
  const { repository } = api;
  const id = await api.take();
  const where = eq(files.upload, uploadNumber(id));
  const [file] = await repository.db.select().from(files).where(where);
  await repository.db.update(files).set({ state: 'received' }).where(where);
  const deleting = {
    ...repository.files,
    writeLocal: async (key: string, write: (target: string) => Promise<void>) => {
      await repository.files.writeLocal(key, write);
      await api.call(actors.contributor, `/api/fileupload/${id}`, { method: 'DELETE' });
    },
  };
  await ingestFile({ ...repository, files: deleting }, { file: file?.id ?? '' }, new AbortController().signal);
  await expect(repository.files.openLocal(`tables/${file?.id}-0.parquet`)).rejects.toThrow('No object');
});
