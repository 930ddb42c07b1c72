import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';

import { SubmissionReviewSchema } from '@domain/api/submission';
import { ColumnSummarySchema } from '@domain/column-info';
import { RowWindowSchema } from '@domain/api/uploads';
import { TableDataSchema } from '@domain/api/table-data';
import type { RowsLeftOut } from '@domain/data-rows';

import { actors } from '../../../tests/support/test-api';
import { useUploadApi, uploadForm } from '../../../tests/support/upload-calls';
import { makeWorkbook, rowsXml } from '../ingest/testing/workbook';
import { sourceTables } from '../store/schema';
import { changeTableData } from '../usecases/mapping/table-data';

const api = useUploadApi({ checks: true });

type Row = (string | number | null)[];

const header = ['ID', 'Geschlecht', 'Alter', 'Handkraft', 'Sit-ups'];
const children = (group: string, count = 8): Row[] =>
  Array.from({ length: count }, (_, i) => [`${group}0${i + 1}`, i % 2 ? 'w' : 'm', 8 + (i % 3), 14 + i, 10 + i]);
const csvOf = (rows: Row[]) => rows.map((row) => row.join(';')).join('\n');
const take = (rows: Row[]) => api.take({ name: 'data.csv', content: csvOf(rows) });
const post = (address: string, body: unknown) =>
  api.call(actors.contributor, address, { method: 'POST', body: JSON.stringify(body) });
const addressOf = (id: string, table = 'data') => `/api/mapping/raw/${id}/${encodeURIComponent(table)}`;
const change = (id: string, body: unknown, table = 'data') => post(`${addressOf(id, table)}/data`, body);
async function dataOf(id: string, table = 'data') {
  const answer = await api.call(actors.contributor, `${addressOf(id, table)}/data`);
  return TableDataSchema.parse(await answer.json());
}
const leave = (from: number, to = from) => ({ from, to, isData: false, reason: 'tried out' });
const takeBack = (from: number, to = from) => ({ from, to, isData: true });
const places = (rows: RowsLeftOut[]) => rows.map(({ from, to, reason }) => [from, to, reason]);
const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code?: string }).code];
const rowsLeftOut = async (id: string) => (await api.state(id)).tables.map((table) => table.rowsLeftOut);

async function map(id: string, table = 'data') {
  const targets = ['person_id|', 'sex|m/w', 'age_y|a', 'handgrip|kg', 'situp40|1'];
  const mapping = targets.map((value, i) => {
    const [key, unit] = value.split('|');
    return { source: header[i], target: { key, unit } };
  });
  const answer = await post(addressOf(id, table), mapping);
  expect(answer.status).toBe(200);
}

test('rows that were left out by mistake are what they were before when they are taken back in', async () => {
  const id = await take([header, ...children('a'), [], ['Mittelwert', null, 8.9, 17.5, 13.5], ...children('b')]);
  const before = await dataOf(id);
  expect(places(before.rows)).toEqual([
    [10, 10, 'blank'],
    [11, 11, 'mean'],
  ]);
  await change(id, leave(8, 13));
  expect(await rowsLeftOut(id)).toEqual([6]);
  await change(id, takeBack(8, 13));
  expect(await dataOf(id)).toEqual(before);
  expect(await rowsLeftOut(id)).toEqual([2]);
});

test('blank rows beyond the listed ones are counted once', async () => {
  const rows = children('c', 60).flatMap((row): Row[] => [row, []]);
  const id = await take([header, ...rows, ['c99', 'm', 9, 15, 12]]);
  expect(await rowsLeftOut(id)).toEqual([60]);
  expect(await dataOf(id)).toMatchObject({ blankRows: 60, moreBlankRows: 10 });
  await change(id, leave(2, 121));
  expect(await rowsLeftOut(id)).toEqual([120]);
  expect(await dataOf(id)).toMatchObject({ blankRows: 60, moreBlankRows: 0 });
  await change(id, takeBack(2, 121));
  expect(await rowsLeftOut(id)).toEqual([60]);
});

test('a row left out by its user shows its content besides the reason', async () => {
  const id = await take([header, ...children('co')]);
  await change(id, leave(3));
  await change(id, leave(5, 6));
  expect((await dataOf(id)).rows).toMatchObject([
    { from: 3, reason: 'user', text: 'tried out', content: 'co02; w; 9; 15; 11' },
    { from: 5, to: 6, content: 'co04; w; 8; 17; 13' },
  ]);
});

test('summaries of columns leave out the rows that are no data, as they are chosen now', async () => {
  const id = await take([
    header,
    ...children('su'),
    [],
    ['Mittelwert', null, 8.9, 17.5, 13.5],
    ['SD', null, 0.8, 2.4, 2.4],
  ]);
  const summaries = async () => {
    const answer = await api.call(actors.contributor, `/api/fileupload/${id}/summary?`);
    return ColumnSummarySchema.array().parse(await answer.json());
  };
  expect(await summaries()).toMatchObject([
    { name: 'ID', measures: { distinct: 8, missing: 0 } },
    { name: 'Geschlecht', measures: { distinct: 2, missing: 0, filled: 8 } },
    { name: 'Alter', measures: { kind: 'number', min: '8', max: '10', median: '9' } },
    { name: 'Handkraft', measures: { min: '14', max: '21', median: '17.5', distinct: 8 } },
    { name: 'Sit-ups', measures: { min: '10', max: '17', missing: 0 } },
  ]);
  await change(id, leave(2));
  expect((await summaries())[3]).toMatchObject({ measures: { min: '15', distinct: 7 } });
});

test('each row of a window says why it is no data', async () => {
  const summary: Row = ['Mittelwert', null, 8.9, 17.5, 13.5];
  const blank = Array.from({ length: 60 }, (_, i): Row[] => [[], ...children(`w${i}`, 1)]).flat();
  const id = await take([header, ...children('v'), summary, ...blank]);
  await change(id, leave(3, 4));
  await change(id, takeBack(10));
  await change(id, leave(13, 130));
  const rowsOf = async (query: string) => {
    const answer = await api.call(actors.contributor, `/api/fileupload/${id}/rows?${query}`);
    const { rows } = RowWindowSchema.parse(await answer.json());
    return rows.flatMap(({ row, leftOut }) => (leftOut ? [`${row} ${leftOut}`] : []));
  };
  expect(await rowsOf('offset=0&limit=12')).toEqual(['3 user', '4 user', '11 blank', '13 blank']);
  expect(await rowsOf('rows=3,10,11,129,130')).toEqual(['3 user', '11 blank', '129 blank', '130 user']);
  await change(id, takeBack(13, 130));
  expect(await rowsOf('rows=12,127,128,129')).toEqual(['127 blank', '129 blank']);
});

test('the first rows are read once, and anew when others are data', async () => {
  const id = await take([header, ...children('fr')]);
  const read = vi.spyOn(api.repository.tables, 'stream');
  const firstRows = async () => {
    const answer = await api.call(actors.contributor, `/api/fileupload/${id}/rows?offset=0&limit=3`);
    return RowWindowSchema.parse(await answer.json()).rows.map(({ row, leftOut }) => [row, leftOut ?? 'data']);
  };
  const all = [2, 3, 4].map((row) => [row, 'data']);
  expect([await firstRows(), await firstRows()]).toEqual([all, all]);
  expect(read).toHaveBeenCalledTimes(1);
  await change(id, leave(3));
  expect(await firstRows()).toEqual([all[0], [3, 'user'], all[2]]);
  await change(id, takeBack(3));
  expect(await firstRows()).toEqual(all);
  read.mockRestore();
});

test('a blank row never becomes data', async () => {
  const id = await take([header, ...children('bl'), [], [], ['Mittelwert', null, 8.9, 17.5, 13.5]]);
  const before = await dataOf(id);
  expect(await codeOf(await change(id, takeBack(10)))).toEqual([409, 'rows-blank']);
  expect(await codeOf(await change(id, takeBack(10, 11)))).toEqual([409, 'rows-blank']);
  expect(await dataOf(id)).toEqual(before);
  expect((await change(id, takeBack(10, 12))).status).toBe(200);
  expect(places((await dataOf(id)).rows)).toEqual([[10, 11, 'blank']]);
  expect(await rowsLeftOut(id)).toEqual([2]);
});

test('a blank row that is not listed never becomes data', async () => {
  const id = await take([header, ...children('bm', 60).flatMap((row): Row[] => [row, []]), ['b99', 'm', 9, 15, 12]]);
  expect(await codeOf(await change(id, takeBack(121)))).toEqual([409, 'rows-blank']);
  expect(await rowsLeftOut(id)).toEqual([60]);
});

test('rows that were left out together stay one entry in a corrected file', async () => {
  const id = await take([header, ...children('k', 9)]);
  await change(id, leave(3, 6));
  await change(id, leave(7));
  const posted = await api.call(actors.contributor, `/api/fileupload/${id}/correction`, {
    method: 'POST',
    body: uploadForm([{ name: 'data.csv', content: csvOf([['Klasse 3a'], header, ...children('k', 9)]) }]),
  });
  expect(posted.status).toBeLessThan(300);
  await api.settle();
  expect(places((await dataOf(id)).rows)).toEqual([[4, 8, 'user']]);
});

test('the last rows of data cannot be left out', async () => {
  const id = await take([header, ...children('d'), ['Mittelwert', null, 8.9, 17.5, 13.5]]);
  expect((await change(id, leave(2, 8))).status).toBe(200);
  expect(await codeOf(await change(id, leave(9)))).toEqual([409, 'no-data-rows']);
  expect(await codeOf(await change(id, leave(2, 10)))).toEqual([409, 'no-data-rows']);
  expect(await rowsLeftOut(id)).toEqual([8]);
});

test('where very many rows look like notes, the user is told that others were not looked at', async () => {
  const notes = Array.from({ length: 1100 }, (_, i): Row => [`Hinweis ${i}: siehe Protokoll`, null, null, null, null]);
  const id = await take([header, ...children('n', 9), ...notes, ...children('m', 9)]);
  expect(await dataOf(id)).toMatchObject({ isCut: true });
  expect((await dataOf(await take([header, ...children('o')]))).isCut).toBe(false);
});

test('a file without data says so before it is submitted', async () => {
  const id = await take([header, ...children('e')]);
  await map(id);
  await change(id, leave(2, 8));
  const posted = await api.call(actors.contributor, `/api/fileupload/${id}/correction`, {
    method: 'POST',
    body: uploadForm([{ name: 'data.csv', content: csvOf([header, ...children('e').slice(0, 7)]) }]),
  });
  expect(posted.status).toBeLessThan(300);
  await api.settle();
  const answer = await api.call(actors.contributor, `/api/submit/${id}`);
  const { missing } = SubmissionReviewSchema.parse(await answer.json());
  expect(missing.map(({ code }) => code)).toContain('table-empty');
});

test('a file of covers has no data until one of its tables is used', async () => {
  const cover = (title: string) =>
    rowsXml([
      [title, null],
      ['Schule', 'Grundschule Nord'],
      ['Leitung', 'Sportfachschaft'],
    ]);
  const names = ['Deckblatt', 'Hinweise', 'Info', 'Anleitung'];
  const sheets = Object.fromEntries(names.map((name) => [name, cover(name)]));
  const id = await api.take({ name: 'covers.xlsx', content: await makeWorkbook({ sheets }) });
  const { tables, flags } = await api.state(id);
  expect(tables.map(({ leftOut }) => leftOut)).toEqual(names.map(() => 'cover'));
  expect(flags.mapped).toBe(false);
  expect((await change(id, { table: 'data' }, 'Info')).status).toBe(200);
  expect((await api.state(id)).tables.filter(({ leftOut }) => leftOut === null)).toMatchObject([{ name: 'Info' }]);
  expect(await codeOf(await change(id, { table: 'left-out' }, 'Info'))).toEqual([409, 'last-table']);
});

test('a csv file of notes has no data, and all its rows become data with its table', async () => {
  const notes = ['Hinweis', 'Die Messung war im Mai', 'Alle Kinder waren gesund', 'Quelle: Schulamt'];
  const id = await api.take({
    name: 'data.csv',
    content: ['Titel;a;b', ...notes.map((note) => `${note};;`)].join('\n'),
  });
  const [table] = (await api.state(id)).tables;
  expect(table?.leftOut).toBe('cover');
  expect((await change(id, { table: 'data' })).status).toBe(200);
  const [used] = (await api.state(id)).tables;
  expect(used).toMatchObject({ leftOut: null, rowsLeftOut: 0 });
});

test('a reason must be readable and not too long', async () => {
  const id = await take([header, ...children('g')]);
  const withReason = (reason: string) => change(id, { from: 3, to: 3, isData: false, reason });
  expect(await codeOf(await withReason('\u200b\u202e'))).toEqual([400, 'row-reason-missing']);
  const tooLong = await withReason('x'.repeat(201));
  expect(tooLong.status).toBe(400);
  expect(await tooLong.json()).toMatchObject({ code: 'row-reason-too-long', parameters: { max: 200 } });
  expect((await withReason('x'.repeat(200))).status).toBe(200);
});

test('leaving out what is left out already changes nothing, also in a file of covers', async () => {
  const cover = (title: string) => rowsXml([[title], ['Schule', 'Grundschule Süd'], ['Leitung', 'Fachschaft']]);
  const content = await makeWorkbook({ sheets: { Deckblatt: cover('Fitness'), Info: cover('Hinweise') } });
  const id = await api.take({ name: 'covers.xlsx', content });
  const before = await dataOf(id, 'Info');
  expect(before.leftOut).toBe('cover');
  expect((await change(id, { table: 'left-out' }, 'Info')).status).toBe(200);
  expect(await dataOf(id, 'Info')).toEqual(before);
});

test('taking a test back in that is not left out is refused', async () => {
  const id = await take([header, ...children('h')]);
  expect(await codeOf(await change(id, { takeTest: 'weitwurf' }))).toEqual([409, 'rows-not-listed']);
  expect(await codeOf(await change(id, { takeTest: 'x'.repeat(1001) }))).toEqual([400, 'bad-request']);
});

test('who decides about rows of a file that has been replaced is told so', async () => {
  const id = await take([header, ...children('i')]);
  const { repository } = api;
  const files = Object.create(repository.files, {
    openLocal: {
      async value(key: string) {
        const local = await repository.files.openLocal(key);
        await repository.db
          .update(sourceTables)
          .set({ objectKey: `${key}-read-again` })
          .where(eq(sourceTables.objectKey, key));
        return local;
      },
    },
  }) as typeof repository.files;
  const refused = changeTableData(
    actors.contributor,
    { ...repository, files },
    { id, table: 'data', change: leave(3) },
  );
  await expect(refused).rejects.toMatchObject({ code: 'rows-changed' });
});

test.each(['leaving out', 'taking back'] as const)('two windows %s different rows lose neither', async (what) => {
  const id = await take([header, ...children(`r ${what} `, 12)]);
  await map(id);
  const rows = [2, 4, 6, 8, 10, 12];
  if (what === 'taking back') for (const row of rows) await change(id, leave(row));
  const answers = await Promise.all(rows.map((row) => change(id, what === 'leaving out' ? leave(row) : takeBack(row))));
  expect(answers.map(({ status }) => status)).toEqual(rows.map(() => 200));
  const expected = what === 'leaving out' ? rows.map((row) => [row, row, 'user']) : [];
  expect(places((await dataOf(id)).rows)).toEqual(expected);
  expect(await rowsLeftOut(id)).toEqual([expected.length]);
});

test('two windows that together leave out all rows: the second is told', async () => {
  const id = await take([header, ...children('z')]);
  const answers = await Promise.all([change(id, leave(2, 5)), change(id, leave(6, 9))]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await rowsLeftOut(id)).toEqual([4]);
});

test('two windows that leave out one table each: one table stays', async () => {
  const sheets = { one: rowsXml([header, ...children('x')]), two: rowsXml([header, ...children('y')]) };
  const id = await api.take({ name: 'two.xlsx', content: await makeWorkbook({ sheets }) });
  const answers = await Promise.all(['one', 'two'].map((name) => change(id, { table: 'left-out' }, name)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});
