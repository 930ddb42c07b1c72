import { and, eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';

import { CorrectionSchema } from '@domain/api/corrections';
import { SubmissionReviewSchema } from '@domain/api/submission';
import { TableDataSchema } from '@domain/api/table-data';

import { actors } from '../../../tests/support/test-api';
import { useUploadApi, uploadForm } from '../../../tests/support/upload-calls';
import { makeWorkbook, rowsXml } from '../ingest/testing/workbook';
import { ingestFile } from '../jobs/handlers/ingest-file';
import { files } from '../store/schema';

const api = useUploadApi({ checks: true });

type Row = (string | number)[];

const targets = ['person_id|', 'sex|m/w', 'age_y|a', 'handgrip|kg', 'situp40|1'];
const header = ['ID', 'Geschlecht', 'Alter', 'Handkraft', 'Sit-ups'];
/** Children in rows 2 to 13, each with an ID that begins with `group`. */
const children = (group: string): Row[] =>
  Array.from({ length: 12 }, (_, i) => [
    `${group}${i + 2}`,
    i % 2 ? 'w' : 'm',
    8 + (i % 3),
    (group.codePointAt(0) ?? 0) - 80 + i,
    10 + ((i * 7) % 12),
  ]);
const csvOf = (rows: Row[], names = header) => [names, ...rows].map((row) => row.join(';')).join('\n');
const withoutId = (rows: Row[]) => rows.map(([, ...cells]) => cells);
/** The rows with another value of sit-ups in one of them. */
const changed = (rows: Row[], at: number) => rows.map((row, i) => (i === at - 2 ? [...row.slice(0, -1), 33] : row));

const post = (address: string, body: unknown) =>
  api.call(actors.contributor, address, { method: 'POST', body: JSON.stringify(body) });
const addressOf = (id: string, table = 'data') => `/api/mapping/raw/${id}/${table}`;
const leaveOut = (id: string, row: number, table = 'data') =>
  post(`${addressOf(id, table)}/data`, { from: row, to: row, isData: false, reason: 'withdrew' });
async function get(address: string): Promise<unknown> {
  return (await api.call(actors.contributor, address)).json();
}
const dataOf = async (id: string, table = 'data') => TableDataSchema.parse(await get(`${addressOf(id, table)}/data`));
const leftOut = async (id: string) => (await dataOf(id)).rows.map(({ from, to }) => [from, to]);
const lost = async (id: string, table = 'data') => (await dataOf(id, table)).lost;
async function missing(id: string) {
  const review = SubmissionReviewSchema.parse(await get(`/api/submit/${id}`));
  return review.missing.map(({ code }) => code);
}

/** An upload with mapped columns in which a row is left out. */
async function prepare(content: string, row: number, names = header): Promise<string> {
  const id = await api.take({ name: 'data.csv', content });
  const mapping = names.map((source) => {
    const [key, unit] = (targets[header.indexOf(source)] ?? '').split('|');
    return { source, target: { key, unit } };
  });
  expect((await post(addressOf(id), mapping)).status).toBe(200);
  expect((await leaveOut(id, row)).status).toBe(200);
  return id;
}

async function correct(id: string, content: string | Buffer, name = 'data.csv'): Promise<void> {
  const body = uploadForm([{ name, content }]);
  const posted = await api.call(actors.contributor, `/api/fileupload/${id}/correction`, { method: 'POST', body });
  expect(posted.status).toBeLessThan(300);
  await api.settle();
  const { pending } = CorrectionSchema.parse(await get(`/api/fileupload/${id}/correction`));
  expect(pending).toBeNull();
}

test('a row that is left out stays so when one of its cells is corrected and rows have moved', async () => {
  const rows = children('a');
  const id = await prepare(csvOf(rows), 6);
  await correct(id, csvOf(changed(rows, 6).slice(2)));
  expect(await leftOut(id)).toEqual([[4, 4]]);
  expect(await lost(id)).toEqual([]);
  await correct(id, csvOf(changed(rows, 6).toReversed()));
  expect(await leftOut(id)).toEqual([[9, 9]]);
});

test('without person IDs, a corrected row is known by its place between the others', async () => {
  const names = header.slice(1);
  const rows = withoutId(children('b'));
  const id = await prepare(csvOf(rows, names), 6, names);
  await correct(id, csvOf(changed(rows, 6), names));
  expect(await leftOut(id)).toEqual([[6, 6]]);
  await correct(id, csvOf(rows.slice(2), names));
  expect(await leftOut(id)).toEqual([[4, 4]]);
});

test('a row stays left out when a column is corrected in every row', async () => {
  const names = header.slice(1);
  const rows = withoutId(children('c'));
  const id = await prepare(csvOf(rows, names), 6, names);
  await correct(
    id,
    csvOf(
      rows.map(([sex = '', ...cells]) => [sex === 'm' ? 'w' : 'm', ...cells]),
      names,
    ),
  );
  expect(await leftOut(id)).toEqual([[6, 6]]);
});

test('nobody else is left out when the row has been removed', async () => {
  const names = header.slice(1);
  const rows = withoutId(children('d'));
  const id = await prepare(csvOf(rows, names), 6, names);
  const [first = []] = rows;
  await correct(id, csvOf([...rows.filter((_, i) => i !== 4), [...first.slice(0, 2), 29, 18]], names));
  expect(await leftOut(id)).toEqual([]);
  expect(await lost(id)).toEqual([{ from: 6, to: 6, reason: 'withdrew' }]);
});

test('with several rows of a person, the one at the same place is followed', async () => {
  const rows = children('e').map((row, i): Row => [`e${Math.floor(i / 3)}`, ...row.slice(1)]);
  const id = await prepare(csvOf(rows), 6);
  await correct(id, csvOf(changed(rows, 6)));
  expect(await leftOut(id)).toEqual([[6, 6]]);
});

test('of two equal rows, the one that remains is not left out', async () => {
  const names = header.slice(1);
  const rows = withoutId(children('k')).map((row, i, all) => (i === 4 ? (all[3] ?? []) : row));
  const id = await prepare(csvOf(rows, names), 6, names);
  await correct(id, csvOf(changed(rows, 9), names));
  expect(await leftOut(id)).toEqual([[6, 6]]);
  await correct(id, csvOf(changed(rows.toSpliced(4, 1), 8), names));
  expect(await leftOut(id)).toEqual([]);
  expect(await lost(id)).toEqual([{ from: 6, to: 6, reason: 'withdrew' }]);
});

test('many rows stay left out only while they are the same rows', async () => {
  const rows = Array.from({ length: 100 }, (_, i) => children(`l${i}x`)).flat();
  const id = await prepare(csvOf(rows), 3);
  const many = { from: 5, to: 1104, reason: 'other school' };
  expect((await post(`${addressOf(id)}/data`, { ...many, isData: false })).status).toBe(200);
  const kept = [
    [3, 3],
    [5, 1104],
  ];
  await correct(id, csvOf(changed(rows, 1110)));
  expect(await leftOut(id)).toEqual(kept);
  await correct(id, csvOf(rows));
  expect(await leftOut(id)).toEqual(kept);
  await correct(id, csvOf([...rows.slice(0, 600), ...rows.slice(600).toReversed()]));
  expect(await leftOut(id)).toEqual([[3, 3]]);
  expect(await lost(id)).toEqual([many]);
});

test('rows that cannot be found again stop the submission until their user has dealt with them', async () => {
  const rows = children('f');
  const id = await prepare(csvOf(rows), 6);
  expect(await missing(id)).not.toContain('rows-lost');
  await correct(id, csvOf(rows.map((row, i) => (i === 4 ? ['g6', ...row.slice(1)] : row))));
  const entry = { from: 6, to: 6, reason: 'withdrew' };
  expect(await leftOut(id)).toEqual([]);
  expect(await lost(id)).toEqual([entry]);
  expect(await missing(id)).toContain('rows-lost');
  expect((await api.state(id)).tables).toMatchObject([{ rowsLost: 1 }]);
  const { changes } = CorrectionSchema.parse(await get(`/api/fileupload/${id}/correction`));
  expect(changes?.tables[0]?.rowsLost).toEqual([entry]);

  // They are not forgotten with the next corrected file, or when the file is read again.
  await correct(id, csvOf(rows.map((row, i) => (i === 4 ? ['h6', ...row.slice(1)] : row))));
  await post(`/api/fileupload/${id}/reading`, { headerRows: { data: 1 } });
  await api.settle();
  expect(await lost(id)).toEqual([entry]);

  expect((await leaveOut(id, 6)).status).toBe(200);
  expect(await missing(id)).toContain('rows-lost');
  expect((await post(`${addressOf(id)}/data`, { settle: { ...entry, from: 5 } })).status).toBe(409);
  expect((await post(`${addressOf(id)}/data`, { settle: entry })).status).toBe(200);
  expect(await lost(id)).toEqual([]);
  expect(await leftOut(id)).toEqual([[6, 6]]);
  expect(await missing(id)).not.toContain('rows-lost');
});

test('a row that is left out while a corrected file is read is not forgotten', async () => {
  const { repository } = api;
  const rows = children('j');
  const id = await prepare(csvOf(rows), 3);
  const { jobWaitMs } = repository.settings;
  await repository.jobs.stop();
  repository.settings.jobWaitMs = 0;
  onTestFinished(() => void (repository.settings.jobWaitMs = jobWaitMs));
  const body = uploadForm([{ name: 'data.csv', content: csvOf(changed(rows, 9)) }]);
  await api.call(actors.contributor, `/api/fileupload/${id}/correction`, { method: 'POST', body });
  const [pending] = await repository.db
    .select({ file: files.id })
    .from(files)
    .where(and(eq(files.upload, Number(id.slice(0, -1))), eq(files.versionState, 'pending')));
  const late = Object.assign(Object.create(repository.files) as typeof repository.files, {
    openLocal: async (key: string) => {
      if (key.startsWith('tables/')) await leaveOut(id, 6);
      return repository.files.openLocal(key);
    },
  });
  await ingestFile({ ...repository, files: late }, { file: pending?.file ?? '' }, new AbortController().signal);
  await repository.jobs.start();
  await api.settle();
  expect(await leftOut(id)).toEqual([]);
  expect((await lost(id)).map(({ from }) => from)).toEqual([3, 6]);
});

const sheet = (names: string[], rows: Row[]) => rowsXml([names, ...rows]);
const other = sheet(
  ['Kind', 'Sprung', 'Wurf'],
  withoutId(children('i')).map((row) => row.slice(1)),
);

test('rows left out of a table that is gone may be in a new one', async () => {
  const before = { one: other, two: sheet(header, children('i')) };
  const id = await api.take({ name: 'classes.xlsx', content: await makeWorkbook({ sheets: before }) });
  expect((await leaveOut(id, 6, 'two')).status).toBe(200);
  const renamed = sheet(['Nr', 'w/m', 'Jahre', 'kg', 'Anzahl'], children('i'));
  await correct(id, await makeWorkbook({ sheets: { one: other, zwei: renamed } }), 'classes.xlsx');
  expect(await lost(id, 'one')).toEqual([]);
  expect(await lost(id, 'zwei')).toEqual([{ table: 'two', from: 6, to: 6, reason: 'withdrew' }]);
});

test('equal rows of two tables that are gone are dealt with one by one', async () => {
  const [a, b] = [children('o'), children('p')];
  const before = { one: other, '3a': sheet(header, a), '3b': sheet(header, b) };
  const id = await api.take({ name: 'classes.xlsx', content: await makeWorkbook({ sheets: before }) });
  for (const table of ['3a', '3b']) expect((await leaveOut(id, 6, table)).status).toBe(200);
  const renamed = sheet(['Nr', 'w/m', 'Jahre', 'kg', 'Anzahl'], [...a, ...b]);
  await correct(id, await makeWorkbook({ sheets: { one: other, zwei: renamed } }), 'classes.xlsx');
  const [ofA, ofB] = ['3a', '3b'].map((table) => ({ table, from: 6, to: 6, reason: 'withdrew' }));
  expect(await lost(id, 'zwei')).toEqual([ofA, ofB]);
  expect((await post(`${addressOf(id, 'zwei')}/data`, { settle: ofA })).status).toBe(200);
  expect(await lost(id, 'zwei')).toEqual([ofB]);
});

test.each(['3a', 'Alle'])('rows left out of a table that is gone may be in a former one: %s', async (name) => {
  const [a, b] = [children('m'), children('n')];
  const before = { one: other, '3a': sheet(header, a), '3b': sheet(header, b) };
  const id = await api.take({ name: 'classes.xlsx', content: await makeWorkbook({ sheets: before }) });
  expect((await post(`${addressOf(id, 'one')}/data`, { table: 'left-out' })).status).toBe(200);
  expect((await leaveOut(id, 4, '3a')).status).toBe(200);
  expect((await leaveOut(id, 6, '3b')).status).toBe(200);
  const all = [...a.toSpliced(2, 1), ...b];
  await correct(id, await makeWorkbook({ sheets: { one: other, [name]: sheet(header, all) } }), 'classes.xlsx');
  const [ofA, ofB] = [
    { from: 4, to: 4, reason: 'withdrew' },
    { table: '3b', from: 6, to: 6, reason: 'withdrew' },
  ];
  expect(await lost(id, 'one')).toEqual([]);
  expect(await lost(id, name)).toEqual([ofA, ofB]);
  expect(await missing(id)).toContain('rows-lost');
  const { changes } = CorrectionSchema.parse(await get(`/api/fileupload/${id}/correction`));
  expect(changes?.tables).toMatchObject([
    { formerName: 'one', rowsLost: [] },
    { formerName: '3a', rowsLost: [ofA] },
    { formerName: '3b', name: null, rowsLost: [ofB] },
  ]);
});
