import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { ProblemSchema, type MappingEntry } from '@domain/api/mapping';
import { ParseResultSchema, automaticParsing, type ParseOptions } from '@domain/api/readings';
import { RowWindowSchema } from '@domain/api/uploads';

import { actors } from '../../../tests/support/test-api';
import { useUploadApi, uploadNumber } from '../../../tests/support/upload-calls';
import { ingestFile } from '../jobs/handlers/ingest-file';
import { makeWorkbook, rowsXml } from '../ingest/testing/workbook';
import { files, problemComments, sourceTables } from '../store/schema';

const api = useUploadApi({ checks: true });

let contents = 0;
/** Twelve rows of grip; the first one's number makes files differ. */
function semicolons(header = 'person;sex;grip'): string {
  contents += 1;
  const rows = Array.from({ length: 12 }, (_, i) => `${i === 0 ? 1000 + contents : i};m;3${i},5`);
  return `Grip study\n${header}\n${rows.join('\n')}\n`;
}
const post = (id: string, choices: Partial<ParseOptions>, actor = actors.contributor) =>
  api.call(actor, `/api/fileupload/${id}/reading`, {
    method: 'POST',
    body: JSON.stringify({ ...automaticParsing, ...choices }),
  });
async function reread(id: string, choices: Partial<ParseOptions>) {
  const response = await post(id, choices);
  return { status: response.status, reading: ParseResultSchema.parse(await response.json()) };
}
async function readingOf(id: string, language = 'en') {
  const response = await api.call(actors.contributor, `/api/fileupload/${id}/reading`, { language });
  return ParseResultSchema.parse(await response.json());
}
const columnsOf = async (id: string) => (await api.state(id)).tables[0]?.columns.map(({ name }) => name);
async function rowsOf(id: string) {
  const response = await api.call(actors.contributor, `/api/fileupload/${id}/rows?limit=2`);
  return RowWindowSchema.parse(await response.json()).rows.map(({ values }) => values);
}
async function map(id: string, table: string, mapping: MappingEntry[]) {
  const address = `/api/mapping/raw/${id}/${encodeURIComponent(table)}`;
  const response = await api.call(actors.contributor, address, { method: 'POST', body: JSON.stringify(mapping) });
  return ProblemSchema.array().parse(await response.json());
}
async function mappingOf(id: string, table: string) {
  const response = await api.call(actors.contributor, `/api/mapping/raw/${id}/${encodeURIComponent(table)}`);
  return (await response.json()) as MappingEntry[];
}
const fileRow = async (id: string) => {
  const [row] = await api.repository.db
    .select()
    .from(files)
    .where(eq(files.upload, uploadNumber(id)));
  if (!row) throw new Error(`No file of ${id}`);
  return row;
};

test('guessed settings are returned with the top of the file, and each can be changed', async () => {
  const content = Buffer.from(semicolons('Größe;sex;grip'), 'latin1');
  const id = await api.take({ name: 'a.csv', content });
  expect(await readingOf(id)).toMatchObject({
    state: 'ready',
    scope: 'text',
    dialect: { encoding: 'windows-1252', separator: ';', decimal: ',' },
    choices: automaticParsing,
    failure: null,
    tables: [{ name: 'a', top: { headerRow: 2, firstRow: 3 }, renamed: [] }],
    skipped: [],
    beginning: [],
  });
  expect((await readingOf(id)).tables[0]?.top?.rows.slice(0, 3)).toEqual([
    'Grip study',
    'Größe; sex; grip',
    expect.stringMatching(/^\d+; m; 30,5$/),
  ]);

  const { status, reading } = await reread(id, { encoding: 'macintosh', decimal: '.', headerRows: { a: 3 } });
  expect(status).toBe(200);
  expect(reading).toMatchObject({
    dialect: { encoding: 'macintosh', separator: ';', decimal: '.' },
    choices: { encoding: 'macintosh', separator: null, decimal: '.', headerRows: { a: 3 } },
    tables: [{ top: { headerRow: 3, firstRow: 4 } }],
  });
  expect((await columnsOf(id))?.slice(1)).toEqual(['m', '30,5']);

  await reread(id, { headerRows: { a: 0 } });
  expect(await columnsOf(id)).toEqual(['Column A', 'Column B', 'Column C']);
  expect(await rowsOf(id)).toEqual([
    ['Grip study', null, null],
    ['Größe', 'sex', 'grip'],
  ]);

  // Bytes that are not UTF-8 are read if the user chooses UTF-8.
  expect((await reread(id, { encoding: 'utf-8' })).reading.dialect?.encoding).toBe('utf-8');
  expect((await columnsOf(id))?.[0]).toBe('Gr\uFFFD\uFFFDe');
});

test('columns of the same name keep their targets, comments stay with the same value, and everything is checked again', async () => {
  const content = semicolons().replace('30,5', '0');
  const id = await api.take({ name: 'm.csv', content });
  const mapping: MappingEntry[] = [
    { source: 'sex', target: { key: 'sex', unit: 'm/f' } },
    { source: 'grip', target: { key: 'handgrip', unit: 'kg' } },
  ];
  const before = await map(id, 'm', mapping);
  expect(before.map(({ cell }) => cell)).toContain('C/3');
  const [table] = await api.repository.db
    .select()
    .from(sourceTables)
    .where(eq(sourceTables.file, (await fileRow(id)).id));
  const comment = { table: table?.id ?? 0, rule: 'R02', column: 2, comment: 'Measured twice.', writtenAt: new Date() };
  await api.repository.db.insert(problemComments).values([
    { ...comment, cell: 4, value: '31,5' },
    { ...comment, cell: -1, value: '' },
  ]);

  await reread(id, { decimal: ',' });
  expect(await mappingOf(id, 'm')).toEqual(mapping);
  await expect.poll(async () => (await api.state(id)).tables[0]?.checkState).toBe('ready');
  const comments = () =>
    api.repository.db
      .select({ cell: problemComments.cell, column: problemComments.column })
      .from(problemComments)
      .innerJoin(sourceTables, eq(sourceTables.id, problemComments.table))
      .innerJoin(files, eq(files.id, sourceTables.file))
      .where(eq(files.upload, uploadNumber(id)));
  expect(await comments()).toEqual([{ cell: 4, column: 2 }]);

  // Another header row changes rows and names. What belongs to missing columns is removed.
  await reread(id, { headerRows: { m: 3 } });
  expect(await mappingOf(id, 'm')).toEqual([]);
  expect(await comments()).toEqual([]);
  expect((await api.state(id)).tables[0]?.checkState).toBe('none');
});

test('choices that fit no row keep the previous tables, with the reason', async () => {
  const id = await api.take({ name: 'f.csv', content: semicolons() });
  await map(id, 'f', [{ source: 'sex', target: { key: 'sex', unit: 'm/f' } }]);
  const { status, reading } = await reread(id, { separator: ';', headerRows: { f: 40 } });
  expect(status).toBe(200);
  expect(reading).toMatchObject({
    state: 'ready',
    failure: { code: 'no-rows' },
    choices: { separator: ';', headerRows: { f: 40 } },
    tables: [{ name: 'f', top: { headerRow: 2 } }],
  });
  expect((await readingOf(id, 'de')).failure?.message).toMatch(/Überschrift|Spaltennamen/);
  expect(await mappingOf(id, 'f')).toHaveLength(1);
  expect((await api.state(id)).failure).toBeNull();
  expect((await reread(id, {})).reading.failure).toBeNull();
});

test('the previous tables stay readable and mapped until the new ones are there, and their objects are removed with them', async () => {
  const { repository } = api;
  const id = await api.take({ name: 's.csv', content: semicolons() });
  const { id: file } = await fileRow(id);
  const { jobWaitMs } = repository.settings;
  let during: unknown;
  const watching = {
    ...repository,
    files: Object.assign(Object.create(repository.files) as typeof repository.files, {
      writeLocal: async (key: string, write: (target: string) => Promise<void>) => {
        during = await rowsOf(id);
        await map(id, 's', [{ source: 'grip', target: { key: 'handgrip', unit: 'kg' } }]);
        await repository.files.writeLocal(key, write);
      },
    }),
  };
  await repository.jobs.stop();
  try {
    repository.settings.jobWaitMs = 0;
    const answer = await reread(id, { headerRows: { s: 2 } });
    expect([answer.status, answer.reading.state]).toEqual([202, 'received']);
    // The same choices again start no second job; other ones make the result of the first worthless.
    await reread(id, { headerRows: { s: 2 } });
    expect((await fileRow(id)).reading).toBe(1);
    await ingestFile(watching, { file }, new AbortController().signal);
  } finally {
    repository.settings.jobWaitMs = jobWaitMs;
    await repository.jobs.start();
  }
  expect(during).toHaveLength(2);
  // A mapping saved while the file was read is kept too.
  expect(await mappingOf(id, 's')).toHaveLength(1);
  await expect(repository.files.size(`tables/${file}-0.parquet`)).rejects.toThrow('No object');
  expect(await repository.files.size(`tables/${file}-1-0.parquet`)).toBeGreaterThan(0);
});

test('a reading overtaken by other choices is discarded', async () => {
  const { repository } = api;
  const id = await api.take({ name: 'o.csv', content: semicolons() });
  const { id: file } = await fileRow(id);
  await repository.jobs.stop();
  const { jobWaitMs } = repository.settings;
  repository.settings.jobWaitMs = 0;
  try {
    await reread(id, { headerRows: { o: 3 } });
    const overtaken = {
      ...repository,
      files: Object.assign(Object.create(repository.files) as typeof repository.files, {
        writeLocal: async (key: string, write: (target: string) => Promise<void>) => {
          await repository.files.writeLocal(key, write);
          await reread(id, { headerRows: { o: 2 } });
        },
      }),
    };
    await ingestFile(overtaken, { file }, new AbortController().signal);
    expect(await columnsOf(id)).toEqual(['person', 'sex', 'grip']);
    expect((await fileRow(id)).state).toBe('received');
    await expect(repository.files.size(`tables/${file}-1-0.parquet`)).rejects.toThrow('No object');
  } finally {
    repository.settings.jobWaitMs = jobWaitMs;
    await repository.jobs.start();
  }
  await expect.poll(async () => (await api.state(id)).state).toBe('ready');
  expect((await readingOf(id)).tables[0]?.top?.headerRow).toBe(2);
});

test('a csv file that could not be read shows its beginning, and choices can make it readable', async () => {
  const content = `name,note;grip\n${Array.from({ length: 12 }, (_, i) => `Ädä ${i},a,b,c;3${i}`).join('\n')}\n"open`;
  const id = await api.take({ name: 'open.csv', content: `${content}${(contents += 1)}` });
  const first = await readingOf(id);
  expect(first).toMatchObject({
    state: 'failed',
    scope: 'text',
    dialect: null,
    failure: null,
    tables: [{ name: 'open', top: null }],
  });
  expect(first.beginning.slice(0, 2)).toEqual(['name,note;grip', 'Ädä 0,a,b,c;30']);
  const again = await reread(id, { separator: '|' });
  expect(again.reading).toMatchObject({ choices: { separator: '|' } });
});

test('sheets that became no table are listed with the reason, and generated names are listed too', async () => {
  const content = await makeWorkbook({
    sheets: {
      Girls: rowsXml([
        ['id', 'id', null],
        [1, 2, 3],
      ]),
      Notes: rowsXml([['secret']]),
      Blank: '',
      Plan: rowsXml([['id', 'grip']]),
    },
    hidden: ['Notes'],
  });
  const id = await api.take({ name: 'w.xlsx', content });
  const reading = await readingOf(id);
  expect(reading).toMatchObject({ scope: 'header', dialect: null });
  expect(reading.tables).toMatchObject([{ name: 'Girls', top: { headerRow: 1, rows: ['id; id', '1; 2; 3'] } }]);
  expect(reading.tables[0]?.renamed).toEqual([
    { letters: 'B', header: 'id', name: 'id (2)' },
    { letters: 'C', header: '', name: 'Column C' },
  ]);
  expect(reading.skipped).toEqual([
    { name: 'Notes', reason: 'hidden' },
    { name: 'Blank', reason: 'empty' },
    { name: 'Plan', reason: 'no-rows' },
  ]);
  expect((await reread(id, { headerRows: { Plan: 0 } })).reading.tables.map(({ name }) => name)).toEqual([
    'Girls',
    'Plan',
  ]);
});

test('only the owner may have a file read again, before the submission, and with valid choices', async () => {
  const id = await api.take({ name: 'r.csv', content: semicolons() });
  const status = async (choices: object, actor = actors.contributor) =>
    (await post(id, choices as Partial<ParseOptions>, actor)).status;
  expect(await status({}, actors.other)).toBe(404);
  expect((await api.call(actors.other, `/api/fileupload/${id}/reading`)).status).toBe(404);
  expect((await api.call(null, `/api/fileupload/${id}/reading`)).status).toBe(401);
  for (const wrong of [
    { encoding: 'ebcdic' },
    { separator: ':' },
    { headerRows: { r: 51 } },
    { headerRows: { r: -1 } },
    { headerRows: [] },
  ]) {
    expect(await status(wrong)).toBe(400);
  }
  expect(await status({ headerRows: { other: 1 } })).toBe(404);
  await api.setStatus(id, 'Submitted');
  expect(await status({})).toBe(409);
  expect((await api.call(actors.expert1, `/api/fileupload/${id}/reading`)).status).toBe(200);
  expect(await status({}, actors.expert1)).toBe(404);
});
