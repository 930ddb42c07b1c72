import { expect, test } from 'vitest';

import { CorrectionSchema } from '@domain/api/corrections';
import { ProblemSchema } from '@domain/api/mapping';
import { PublicationPreviewSchema } from '@domain/api/publication';
import { ReceivedFileSchema } from '@domain/api/uploads';
import { TableDataSchema } from '@domain/api/table-data';
import { countRowsLeftOut, type RowsLeftOut } from '@domain/data-rows';

import { actors } from '../../../tests/support/test-api';
import { useUploadApi, uploadForm } from '../../../tests/support/upload-calls';
import { makeWorkbook, rowsXml } from '../ingest/testing/workbook';
import { findUploadProgress } from '../store/upload-progress';

const api = useUploadApi({ checks: true });

type Row = (string | number | null)[];

const header = ['ID', 'Geschlecht', 'Alter', 'Handkraft', 'Sit-ups'];
/** Children whose IDs begin with `group`, so that no two files of the tests are identical. */
const children = (group: string, count = 8): Row[] =>
  Array.from({ length: count }, (_, i) => [`${group}0${i + 1}`, i % 2 ? 'w' : 'm', 8 + (i % 3), 14 + i, 10 + i]);
const csvOf = (rows: Row[]) => rows.map((row) => row.join(';')).join('\n');

const take = (rows: Row[]) => api.take({ name: 'data.csv', content: csvOf(rows) });
async function json(address: string, body?: unknown): Promise<unknown> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const response = await api.call(actors.contributor, address, init);
  if (!response.ok) throw new Error(`${address}: ${await response.text()}`);
  return response.json();
}
const addressOf = (id: string, table = 'data') => `/api/mapping/raw/${id}/${encodeURIComponent(table)}`;
const dataOf = async (id: string, table = 'data') => TableDataSchema.parse(await json(`${addressOf(id, table)}/data`));
const change = async (id: string, body: unknown, table = 'data') =>
  TableDataSchema.parse(await json(`${addressOf(id, table)}/data`, body));

async function map(id: string, table = 'data') {
  const targets = ['person_id|', 'sex|m/w', 'age_y|a', 'handgrip|kg', 'situp40|1'];
  const mapping = targets.map((value, i) => {
    const [key, unit] = value.split('|');
    return { source: header[i], target: { key, unit } };
  });
  return ProblemSchema.array().parse(await json(addressOf(id, table), mapping));
}
const numberOf = (id: string) => Number(id.slice(0, -1));
const persons = async (id: string) => (await findUploadProgress(api.repository.db, numberOf(id)))?.n;
const reasons = (rows: RowsLeftOut[]) => rows.map(({ from, to, reason }) => [from, to, reason]);

test('means, deviations, sums, notes, repeated headers and blank rows are no data', async () => {
  const id = await take([
    ['Klasse 3a'],
    header,
    ...children('a'),
    ['Mittelwert', null, 8.9, 17.5, 13.5],
    ['Standardabw.', null, 0.8, 2.4, 2.4],
    [],
    [],
    header,
    ...children('b'),
    ['Klasse gesamt', null, null, 140, 108],
    [null, null, 'n = 16', null, null],
    ['Quelle: eigene Erhebung, Mai 2024'],
  ]);
  const { blankRows, rows } = await dataOf(id);
  expect(blankRows).toBe(2);
  expect(reasons(rows)).toEqual([
    [11, 11, 'mean'],
    [12, 12, 'deviation'],
    [13, 14, 'blank'],
    [15, 15, 'header'],
    [24, 24, 'sum'],
    [25, 25, 'count'],
    [26, 26, 'note'],
  ]);
  const problems = await map(id);
  expect(problems.filter(({ row }) => row !== null)).toEqual([]);
  expect(await persons(id)).toBe(16);
});

test('rows of people are kept whatever they look like', async () => {
  const id = await take([
    header,
    ...children('c'),
    ['c09', null, null, null, null],
    ['Max', 'm', 9, 16, 12],
    ['n', 'w', 9, 15, 11],
    ['Gesamtschule-1', 'w', 9, 15, 11],
    ['c10', 'w', null, null, null],
  ]);
  expect(await dataOf(id)).toMatchObject({ blankRows: 0, rows: [] });
});

test('tests of a table in long format are kept, though some are called like a summary', async () => {
  const tests = ['Anzahl Liegestütze', 'Maximum Handkraft', 'Mittelwert 20 m'];
  const rows = Array.from({ length: 60 }, (_, i): Row => [tests[i % 3] ?? '', `l${i % 20}`, 9, 12 + i]);
  const id = await take([['Test', 'Kind', 'Alter', 'Wert'], ...rows]);
  expect(await dataOf(id)).toMatchObject({ blankRows: 0, rows: [] });
});

test('a sheet with results is data, whatever its columns and the other sheets are called', async () => {
  const long: Row[] = Array.from({ length: 30 }, (_, i) => [
    `q${i % 10}`,
    ['Sprint', 'Sprung', 'Wurf'][i % 3] ?? '',
    4 + i,
  ]);
  const counts = (group: string, count: number): Row[] =>
    Array.from({ length: count }, (_, i) => [`${group}${i}`, 10 + i, 12 + i, 3.9]);
  const countHeader = ['ID', 'Anzahl Sit-ups', 'Anzahl Liegestütze', 'Best 20 m'];
  const content = await makeWorkbook({
    sheets: {
      lang: rowsXml([['Code', 'Test', 'Werte'], ...long]),
      '3a': rowsXml([countHeader, ...counts('r', 25)]),
      '3b': rowsXml([countHeader, ...counts('s', 12)]),
      Sprung: rowsXml([['ID', 'Max of 2 trials'], ...counts('t', 20).map((row) => row.slice(0, 2))]),
    },
  });
  const id = await api.take({ name: 'results.xlsx', content });
  expect((await api.state(id)).tables.map(({ leftOut }) => leftOut)).toEqual([null, null, null, null]);
});

test('in aggregated data, rows of means and totals are data', async () => {
  const rows: Row[] = [
    ['Geschlecht', 'Alter', 'n', 'Mittelwert Handkraft', 'SD Handkraft'],
    ['m', 8, 20, 14.2, 2.1],
    ['w', 8, 22, 13.4, 2.3],
    ['gesamt', 8, 42, 13.8, 2.2],
    ['Mittelwert', 9, 42, 14.8, 2.2],
    ['Quelle: Schulamt'],
  ];
  const posted = await api.call(actors.contributor, '/api/fileupload/agg', {
    method: 'POST',
    body: uploadForm([{ name: 'data.csv', content: csvOf(rows) }]),
  });
  const [{ id = null } = {}] = ReceivedFileSchema.array().parse(await posted.json());
  const answer = await api.call(actors.contributor, `/api/mapping/agg/${id}/data/data`);
  expect(reasons(TableDataSchema.parse(await answer.json()).rows)).toEqual([[6, 6, 'note']]);
});

test('a recognised row can be taken back in, and any row left out with a reason', async () => {
  const id = await take([header, ...children('d'), ['Mittelwert', 'w', 9, 17, 13]]);
  await map(id);
  expect(await persons(id)).toBe(8);

  expect((await change(id, { from: 10, to: 10, isData: true })).rows).toEqual([]);
  expect(await persons(id)).toBe(9);

  const left = await change(id, { from: 3, to: 4, isData: false, reason: 'tried out' });
  expect(left.rows).toMatchObject([{ from: 3, to: 4, reason: 'user', text: 'tried out' }]);
  expect(await persons(id)).toBe(7);
  const preview = PublicationPreviewSchema.parse(await json(`/api/fileupload/${id}/published`));
  expect(preview.window.rows.map(({ row }) => row)).toEqual([2, 5, 6, 7, 8, 9, 10]);

  expect((await change(id, { from: 4, to: 4, isData: true })).rows).toMatchObject([{ from: 3, to: 3 }]);
  expect(await persons(id)).toBe(8);
});

test('a problem in a row that is left out no longer has to be corrected', async () => {
  const rows = children('e');
  rows[2] = ['e03', 'm', 9, -4, 12];
  const id = await take([header, ...rows]);
  expect((await map(id)).map(({ cell }) => cell)).toContain('D/4');
  await change(id, { from: 4, to: 4, isData: false, reason: 'test of the device' });
  const problems = ProblemSchema.array().parse(await json(`/api/mapping/errors/${id}/data`));
  expect(problems.map(({ cell }) => cell)).not.toContain('D/4');
});

test.each([
  ['rows above the table', { from: 1, to: 2, isData: false, reason: 'x' }, 400, 'rows-outside'],
  ['rows below the table', { from: 9, to: 99, isData: false, reason: 'x' }, 400, 'rows-outside'],
  ['rows in the wrong order', { from: 5, to: 4, isData: false, reason: 'x' }, 400, 'rows-reversed'],
  ['rows without a reason', { from: 4, to: 4, isData: false, reason: ' ' }, 400, 'row-reason-missing'],
  ['the only table', { table: 'left-out' }, 409, 'last-table'],
  ['an unknown choice', { table: 'perhaps' }, 400, 'bad-request'],
])('leaving out %s is refused', async (what, body, status, code) => {
  const id = await take([header, ...children(`f ${what} `)]);
  const answer = await api.call(actors.contributor, `${addressOf(id)}/data`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([status, code]);
});

test('covers, codebooks and pivot tables need no mapping', async () => {
  const content = await makeWorkbook({
    sheets: {
      Deckblatt: rowsXml([['Fitness 2024'], ['Schule', 'Grundschule Nord'], ['Erhebung', 'Mai 2024']]),
      '3a': rowsXml([header, ...children('g')]),
      '3b': rowsXml([header, ...children('h')]),
      Auswertung: rowsXml([
        ['Zeilenbeschriftungen', 'Mittelwert von Handkraft', 'Mittelwert von Sit-ups'],
        ['m', 15.2, 12.1],
        ['w', 14.8, 11.7],
        ['Gesamtergebnis', 15, 11.9],
      ]),
      Übersicht: rowsXml([
        ['Klasse', 'Anzahl', 'Ø Handkraft'],
        ['3a', 8, 17.5],
        ['3b', 8, 17.5],
      ]),
      Legende: rowsXml([
        ['Spalte', 'Bedeutung'],
        ['Handkraft', 'Maximalkraft rechts in kg'],
        ['Sit-ups', 'Anzahl in 40 s'],
      ]),
    },
  });
  const id = await api.take({ name: 'classes.xlsx', content });
  const { tables } = await api.state(id);
  expect(tables.map(({ name, leftOut }) => [name, leftOut])).toEqual([
    ['Deckblatt', 'cover'],
    ['3a', null],
    ['3b', null],
    ['Auswertung', 'pivot'],
    ['Übersicht', 'summary'],
    ['Legende', 'code-book'],
  ]);
  await map(id, '3a');
  await map(id, '3b');
  expect((await api.state(id)).flags).toMatchObject({ mapped: true });
  expect(await persons(id)).toBe(16);

  expect(await change(id, { table: 'data' }, 'Legende')).toMatchObject({ leftOut: null });
  expect((await api.state(id)).flags).toMatchObject({ mapped: false });
  expect(await change(id, { table: 'left-out' }, '3b')).toMatchObject({ leftOut: 'user' });
  expect(await change(id, { table: 'left-out' }, 'Legende')).toMatchObject({ leftOut: 'code-book' });
  expect(await persons(id)).toBe(8);
});

test('a corrected file keeps the choices about rows that it still has', async () => {
  const rows = children('k', 12);
  const id = await take([header, ...rows, ['Mittelwert', 'w', 9, 17, 13]]);
  await map(id);
  await change(id, { from: 3, to: 3, isData: false, reason: 'tried out' });
  await change(id, { from: 5, to: 5, isData: false, reason: 'consent withdrawn' });
  await change(id, { from: 14, to: 14, isData: true });
  const [first = [], second = [], third = [], , ...others] = rows;
  const corrected = [['Klasse 3a'], header, first, second, third, ...others, ['Mittelwert', 'w', 9, 17, 13]];
  const posted = await api.call(actors.contributor, `/api/fileupload/${id}/correction`, {
    method: 'POST',
    body: uploadForm([{ name: 'data.csv', content: csvOf(corrected) }]),
  });
  expect(posted.status).toBeLessThan(300);
  await api.settle();
  expect((await dataOf(id)).rows).toMatchObject([{ from: 4, to: 4, reason: 'user', text: 'tried out' }]);
  expect(await persons(id)).toBe(11);
  const correction = CorrectionSchema.parse(await json(`/api/fileupload/${id}/correction`));
  expect(correction.changes?.tables[0]?.rowsLost).toEqual([{ from: 5, to: 5, reason: 'consent withdrawn' }]);
});

test('tests that are left out stay so in a corrected file', async () => {
  const rows = ['p1;SLJ;120', 'p1;Weitwurf;9', 'p2;SLJ;121', 'p2;Weitwurf;8'];
  const id = await api.take({ name: 'data.csv', content: ['Person;Test;Wert', ...rows].join('\n') });
  const targets = { Person: 'person_id', Test: 'test_name', Wert: 'test_value' };
  await json(
    addressOf(id),
    Object.entries(targets).map(([source, key]) => ({ source, target: { key, unit: '' } })),
  );
  expect((await change(id, { sameTestAs: 3 })).tests).toEqual([
    { position: 1, spelling: 'weitwurf', text: 'Weitwurf', rows: 2, firstRows: [3, 5] },
  ]);
  const corrected = ['Ort;Person;Test;Wert', ...[...rows, 'p3;Weitwurf;7'].map((row) => `A;${row}`)].join('\n');
  const posted = await api.call(actors.contributor, `/api/fileupload/${id}/correction`, {
    method: 'POST',
    body: uploadForm([{ name: 'data.csv', content: corrected }]),
  });
  expect(posted.status).toBeLessThan(300);
  await api.settle();
  expect((await dataOf(id)).tests).toMatchObject([
    { position: 2, spelling: 'weitwurf', text: 'Weitwurf', rows: 3, firstRows: [3, 5, 6] },
  ]);
  const [table] = (await findUploadProgress(api.repository.db, numberOf(id)))?.tables ?? [];
  expect(table && countRowsLeftOut(table)).toBe(3);
});

test('an ID that is missing, or occurs twice by a slip, makes nobody disappear', async () => {
  const rows = Array.from({ length: 40 }, (_, i): Row => {
    const person = i === 7 ? null : i === 9 ? 'm1' : `m${i}`;
    return [person, i % 2 ? 'w' : 'm', 9, 15 + (i % 5), 12];
  });
  const id = await take([header, ...rows]);
  await map(id);
  expect(await persons(id)).toBe(40);
});

test('people who are measured several times are counted once', async () => {
  const rows = Array.from({ length: 40 }, (_, i): Row => [`o${i % 20}`, i % 2 ? 'w' : 'm', 9, 15 + (i % 7), 12]);
  const id = await take([header, ...rows]);
  await map(id);
  expect(await persons(id)).toBe(20);
});
