import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';

import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { DigestSchema, ReceivedFileSchema, RowWindowSchema, UploadListEntrySchema } from '@domain/api/uploads';

import { actors } from '../../../tests/support/test-api';
import { smallTable, uploadForm, uploadNumber, useUploadApi } from '../../../tests/support/upload-calls';
import { insertUpload } from '../store/files';
import { recordPerson } from '../store/people';
import { studies, uploads } from '../store/schema';
import type { Actor } from '../context/context';

const api = useUploadApi();

test('a posted csv file is stored unchanged, read, listed and shown', async () => {
  const content = 'person,sex,größe\n1,m,1.5\n2,f,\n';
  const response = await api.post(actors.contributor, [{ name: 'Größen (1).csv', content }]);
  expect(response.status).toBe(201);
  const [entry] = ReceivedFileSchema.array().parse(await response.json());
  const id = entry?.id ?? '';
  expect(entry).toEqual({ id, fileName: 'Größen (1).csv', tables: ['Größen (1)'], error: null });
  expect(response.headers.get('Location')).toBe(`/api/fileupload/${id}`);

  const [row] = await api.list();
  expect(row).toMatchObject({
    id,
    status: 'Uploaded',
    type: 'RAW',
    file: 'Größen (1).csv',
    state: 'ready',
    hasMapping: false,
    hasMeta: false,
    hasErrors: false,
    nr: null,
    n: null,
    doi: null,
    license: null,
    title: null,
  });
  expect(await api.state(id)).toMatchObject({
    kind: 'raw',
    bytes: Buffer.byteLength(content),
    dialect: { encoding: 'utf-8', separator: ',', decimal: '.' },
    flags: { mapped: false, checked: false, meta: false, submitted: false },
    tables: [
      {
        name: 'Größen (1)',
        rowCount: 2,
        columns: [
          { letters: 'A', name: 'person' },
          { letters: 'B', name: 'sex' },
          { letters: 'C', name: 'größe' },
        ],
        mapped: false,
        checkState: 'none',
      },
    ],
    study: [id],
  });

  const original = await api.call(actors.contributor, `/api/fileupload/${id}/original`);
  expect(original.headers.get('Content-Disposition')).toBe(
    `attachment; filename="Gr__en (1).csv"; filename*=UTF-8''Gr%C3%B6%C3%9Fen%20%281%29.csv`,
  );
  expect(await original.text()).toBe(content);
  expect(await api.unfinished()).toEqual([]);
});

test('the digest contains distinct values with runs of rows, numbered from 2', async () => {
  const rows = ['m', 'm', 'm', 'f', '', 'm', '"say ""hi"""'];
  const id = await api.take({ name: 'd.csv', content: `sex,id\n${rows.map((sex, i) => `${sex},${i}`).join('\n')}\n` });
  const response = await api.call(actors.contributor, `/api/fileupload/${id}`);
  const digest = DigestSchema.parse(await response.json());
  expect(digest.tables[0]?.columns[0]).toEqual({
    columnName: 'sex',
    values: [
      ['m', '2+2 7'],
      ['f', '5'],
      ['say "hi"', '8'],
    ],
    rows: 7,
  });
  expect(digest).toMatchObject({ id, fileName: 'd.csv', tables: [{ tableName: 'd' }] });
  expect(digest.tables[0]?.columns[1]?.values).toHaveLength(7);
});

test('a window of rows has the row numbers of a spreadsheet', async () => {
  const lines = Array.from({ length: 300 }, (_, i) => `${i},x`);
  const id = await api.take({ name: 'w.csv', content: `id,v\n${lines.join('\n')}\n` });
  const read = async (query: string) => api.call(actors.contributor, `/api/fileupload/${id}/rows?${query}`);
  const window = RowWindowSchema.parse(await (await read('table=w&offset=298&limit=50')).json());
  expect(window).toEqual({
    offset: 298,
    rowCount: 300,
    columns: ['id', 'v'],
    rows: [
      { row: 300, values: ['298', 'x'] },
      { row: 301, values: ['299', 'x'] },
    ],
  });
  const narrow = RowWindowSchema.parse(await (await read('columns=1,7&limit=1')).json());
  expect(narrow).toMatchObject({ columns: ['v'], rows: [{ row: 2, values: ['x'] }] });
  expect((await read('columns=7&limit=1')).status).toBe(200);
  expect((await read('columns=v')).status).toBe(400);
  expect((await read('table=nothing')).status).toBe(404);
  expect((await read('limit=100000')).status).toBe(400);
  expect((await read('offset=-1')).status).toBe(400);
});

test('uploads of others are not found; experts see submissions', async () => {
  const id = await api.take();
  const paths = ['', '/state', '/rows', '/original'].map((part) => `/api/fileupload/${id}${part}`);
  for (const address of paths) {
    expect((await api.call(null, address)).status).toBe(401);
    expect((await api.call(actors.other, address)).status).toBe(404);
    expect((await api.call(actors.expert1, address)).status).toBe(404);
  }
  expect((await api.call(actors.other, `/api/fileupload/${id}`, { method: 'DELETE' })).status).toBe(404);
  expect(
    (await api.call(null, '/api/fileupload/raw', { method: 'POST', body: uploadForm([smallTable()]) })).status,
  ).toBe(401);
  await api.setStatus(id, 'Submitted');
  for (const address of paths) {
    expect((await api.call(actors.expert1, address)).status).toBe(200);
    expect((await api.call(actors.other, address)).status).toBe(404);
  }
  const wrongKind = id.replace('r', 'a');
  for (const wrong of [wrongKind, '999999r', 'x', '%00', '0r']) {
    expect((await api.call(actors.contributor, `/api/fileupload/${wrong}/state`)).status).toBe(404);
  }
});

test('a deleted upload is gone, its bytes and title can be used again, its objects are removed', async () => {
  const before = await api.originals();
  const posted = smallTable();
  const id = await api.take(posted);
  const number = uploadNumber(id);
  const [row] = await api.repository.db.select().from(uploads).where(eq(uploads.number, number));
  expect((await api.call(actors.contributor, `/api/fileupload/${id}`, { method: 'DELETE' })).status).toBe(204);
  expect((await api.call(actors.contributor, `/api/fileupload/${id}/state`)).status).toBe(404);
  expect((await api.list()).map((entry) => entry.id)).not.toContain(id);
  expect(await api.originals()).toBe(before);
  const [study] = await api.repository.db
    .select()
    .from(studies)
    .where(eq(studies.id, row?.study ?? 0));
  expect(study?.titleCounts).toBe(false);
  expect(await api.take(posted)).not.toBe(id);
  expect((await api.call(actors.contributor, `/api/fileupload/${id}`, { method: 'DELETE' })).status).toBe(404);
});

test('a submitted upload cannot be deleted', async () => {
  const id = await api.take();
  await api.setStatus(id, 'Submitted');
  const response = await api.call(actors.contributor, `/api/fileupload/${id}`, { method: 'DELETE' });
  expect(response.status).toBe(409);
  expect(await response.json()).toMatchObject({ code: 'upload-submitted' });
});

const realFile = path.join(process.env.MOTOTHEK_DATA ?? '../shared/data', 'body-performance-de.csv');
test.skipIf(!existsSync(realFile))('the real file of 13,393 people is transferred completely', async () => {
  const content = readFileSync(realFile);
  const id = await api.take({ name: 'body-performance-de.csv', content });
  const { tables, dialect } = await api.state(id);
  expect(dialect).toEqual({ encoding: 'windows-1252', separator: ';', decimal: ',' });
  expect(tables[0]).toMatchObject({ rowCount: 13_393 });
  expect(tables[0]?.columns[2]).toEqual({ letters: 'C', name: 'Größe (cm)' });
  const original = await api.call(actors.contributor, `/api/fileupload/${id}/original`);
  const bytes = await buffer(original.body as never);
  const sha256 = (data: Buffer) => createHash('sha256').update(data).digest('hex');
  expect(sha256(bytes)).toBe(sha256(content));
  const digest = DigestSchema.parse(await (await api.call(actors.contributor, `/api/fileupload/${id}`)).json());
  const rows = digest.tables[0]?.columns[1]?.values.flatMap(([, runs]) => runs.split(' ')) ?? [];
  const counted = rows.reduce((sum, run) => sum + 1 + Number(run.split('+')[1] ?? 0), 0);
  expect(counted).toBe(13_393);
});

test('the list is newest first, complete or by pages of 50, and a page beyond the last is the last', async () => {
  const { db } = api.repository;
  await recordPerson(db, actors.expert3, new Date());
  await db.transaction(async (tx) => {
    for (let day = 1; day <= 53; day += 1) {
      const file = { id: randomUUID(), name: `day${day}.csv`, bytes: 20, sha256: `sha-${day}`, objectKey: `o/${day}` };
      await insertUpload(tx, { owner: actors.expert3.subject, kind: 'raw', file, now: new Date(2020, 0, day) });
    }
  });
  const list = async (query: string) => {
    const response = await api.call(actors.expert3, `/api/fileupload/user${query}`);
    const entries = UploadListEntrySchema.array().parse(await response.json());
    return [response.headers.get('X-Total-Count'), entries.length, entries[0]?.file, entries.at(-1)?.file];
  };
  expect(await list('')).toEqual(['53', 53, 'day53.csv', 'day1.csv']);
  expect(await list('?page=1')).toEqual(['53', 50, 'day53.csv', 'day4.csv']);
  expect(await list('?page=2')).toEqual(['53', 3, 'day3.csv', 'day1.csv']);
  expect(await list('?page=99')).toEqual(['53', 3, 'day3.csv', 'day1.csv']);
  const page = async (actor: Actor, number: string) => {
    const response = await api.call(actor, `/api/fileupload/user?page=${number}`);
    return [response.status, response.status === 200 ? await response.json() : null];
  };
  expect(await page(actors.expert2, '3')).toEqual([200, []]);
  for (const number of ['0', '-1', '1.5', 'x', '1e99']) {
    expect(await page(actors.expert3, number)).toEqual([400, null]);
  }
});
