import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { utils, write } from '@e965/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { automaticParsing } from '@domain/api/readings';

import type { FileStore } from '../context/file-store';
import type { TableEngine } from '../context/table-engine';
import { createDiskFileStore } from '../files/disk-file-store';
import { startTableEngine } from '../tables/duckdb-engine';
import { readTables } from './read-tables';
import { makeWorkbook, rowsXml } from './testing/workbook';

let folder: string;
let files: FileStore;
let tables: TableEngine;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'date-readings-'));
  files = await createDiskFileStore(path.join(folder, 'objects'));
  tables = await startTableEngine({ tempDir: path.join(folder, 'spill') });
});
afterAll(async () => {
  await tables.close();
  await rm(folder, { recursive: true, force: true });
});

/** How the columns of a file are measured. */
async function measure(content: string | Buffer, dateOrder: 'day-first' | 'month-first' | null = null) {
  const file = path.join(folder, 'input');
  await writeFile(file, content);
  const source = { path: file, name: 'study', choices: { ...automaticParsing, dateOrder } };
  const read = await readTables({ files, tables }, source, (i) => `t${i}`, new AbortController().signal);
  return (read.tables[0]?.columns ?? []).map(({ summary }) => summary);
}
const ordersOf = async (...how: Parameters<typeof measure>) =>
  (await measure(...how)).map((summary) => summary?.dates && [summary.dates.order, summary.dates.by]);

test('days above 12 show the order of each column, and that of the others', async () => {
  expect(await ordersOf('born,test,name\n5/6/2015,4/13/2023,a\n7/8/2014,4/5/2023,b\n')).toEqual([
    ['month-first', 'columns'],
    ['month-first', 'values'],
    undefined,
  ]);
  expect(await ordersOf('born,test,seen\n5/6/2015,4/13/2023,13-4-2023\n')).toEqual([
    ['day-first', 'nothing'],
    ['month-first', 'values'],
    ['day-first', 'values'],
  ]);
});

test('dots stand after the day; other dates follow the language of the file, else nobody knows', async () => {
  expect(await ordersOf('born,test\n05.06.2015,2023-04-03\n')).toEqual([['day-first', 'form'], undefined]);
  expect(await ordersOf('Geburtstag,n\n5/6/2015,1\n')).toEqual([['day-first', 'language'], undefined]);
  expect(await ordersOf('born;jump\n5/6/2015;1,5\n')).toEqual([['day-first', 'language'], undefined]);
  expect(await ordersOf('born,n\n5/6/2015,1\n')).toEqual([['day-first', 'nothing'], undefined]);
});

test('a single typing error does not turn the order', async () => {
  const days = Array.from({ length: 100 }, (_, i) => `${1 + (i % 9)}/${1 + (i % 12)}/2023`);
  expect(await ordersOf(`test\n${[...days, '1/13/2023'].join('\n')}\n`)).toEqual([['day-first', 'nothing']]);
});

test('the owner chooses the order of all columns', async () => {
  expect(await ordersOf('born,test\n5/6/2015,13.4.2023\n', 'month-first')).toEqual([
    ['month-first', 'choice'],
    ['month-first', 'choice'],
  ]);
});

test('years of two digits lie around the middle of their column', async () => {
  const births = (years: number[]) =>
    `born\n${years.map((year) => `1.1.${String(year).padStart(2, '0')}`).join('\n')}\n`;
  const middle = async (years: number[]) => (await measure(births(years)))[0]?.dates?.middleYear;
  expect(await middle([12, 13, 14, 15, 16, 62])).toBe(2014);
  expect(await middle([96, 97, 98, 99, 0, 1, 2])).toBe(1999);
  expect(await middle([36, 40, 44])).toBe(1940);
});

test('a column of dates in any form is one, with its range', async () => {
  const [mixed] = await measure('day\n3.4.15\n2015-12-31\n5. Mai 2014\n');
  expect(mixed).toMatchObject({ kind: 'date', min: '2014-05-05', max: '2015-12-31' });
  const [monthFirst] = await measure('day\n04/13/2015\n12/01/2014\n');
  expect(monthFirst).toMatchObject({ kind: 'date', min: '2014-12-01', max: '2015-04-13' });
});

test('dates among numbered days are found', async () => {
  const cells = [...Array.from({ length: 60 }, (_, i) => String(42_000 + i)), '31/12/2014'];
  expect(await measure(`day\n${cells.join('\n')}\n`)).toMatchObject([
    { kind: 'number', dates: { order: 'day-first', by: 'values' } },
  ]);
});

test('numbered days of workbooks that begin in 1904', async () => {
  const rows = [['day'], [40641], [40642]];
  const xlsx = await makeWorkbook({ sheets: { data: rowsXml(rows) }, date1904: true });
  const book = utils.book_new();
  book.Workbook = { WBProps: { date1904: true } };
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'data');
  const xls = write(book, { type: 'buffer', bookType: 'biff8' }) as Buffer;
  for (const content of [xlsx, xls]) expect(await measure(content)).toMatchObject([{ dates: { epoch: 1904 } }]);
  const usual = await makeWorkbook({ sheets: { data: rowsXml(rows) } });
  expect(await ordersOf(usual)).toEqual([undefined]);
});
