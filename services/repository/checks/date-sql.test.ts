import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type { DateReading } from '@domain/column-info';

import { type Targets, tableOf, writeRows } from '../../../tests/support/checked-rows';
import { parquetSql, type TableEngine } from '../context/table-engine';
import { startTableEngine } from '../tables/duckdb-engine';
import { type AgeSource, ageSource, publishedAgeSql } from './age-sql';
import { sourceSql } from './cell-sql';
import { dateSql, monthStartSql } from './date-sql';

let folder: string;
let tables: TableEngine;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'dates-'));
  tables = await startTableEngine({ tempDir: folder });
});
afterAll(async () => {
  await tables.close();
  await rm(folder, { recursive: true, force: true });
});

const reading = (change: Partial<DateReading>): DateReading => ({
  order: 'day-first',
  by: 'values',
  middleYear: null,
  epoch: 1900,
  ...change,
});

async function evaluate(targets: Targets, rows: string[][], sqlOf: (table: ReturnType<typeof tableOf>) => string) {
  const table = tableOf('raw', targets);
  const from = sourceSql(parquetSql(await writeRows(tables, folder, rows)), table.columns, table);
  const found = await tables.all(`select cast(${sqlOf(table)} as varchar) as v from ${from} order by file_row_number`);
  return found.map(({ v }) => v);
}

async function read(texts: string[], dates?: DateReading) {
  const rows = texts.map((text) => [text]);
  const targets = [{ target: 'test_date|', ...(dates && { dates }) }];
  return evaluate(targets, rows, (table) => dateSql(table.columns[0]!, table));
}

test.each([
  ...['09.04.2015', '9.4.2015', '9. 4. 2015', '09.04.15', '9.4.15', '2015-04-09', '2015/4/9', '20150409', '09042015'],
  ...['09-04-2015', '9/4/2015', '9/4/15', "9.4.'15", '9 April 2015', '9. April 2015', '09-Apr-15', '9. Apr. 2015'],
  ...[
    'April 9, 2015',
    'Apr 9th, 2015',
    '9th April 2015',
    'Do, 09.04.2015',
    'Thursday, April 9, 2015',
    '42103',
    '42103.5',
  ],
  ...['2015-04-09 10:30', '2015-04-09T10:30:15.5Z', '09.04.2015 10:30', '09.04.15, 10:30 Uhr', '9/4/2015 10:30 AM'],
  ...['09.04.2015 9.30 Uhr', '2015-04-09T10:30:00+02:00'],
])('%s is 9 April 2015', async (text) => {
  expect(await read([text])).toEqual(['2015-04-09']);
});

test.each(['10.10.2010 25:99', '10.10.10 25:99', '10.10.2010 10:60', '10.10.2010 10:30:61', '2010-10-10T31:00'])(
  '%s is no date, because there is no such time',
  async (text) => {
    expect(await read([text])).toEqual([null]);
  },
);

test.each([
  ['9. März 2015', '2015-03-09'],
  ['31\u201112\u20112014', '2014-12-31'],
  ['31.12.2014 24:00', '2014-12-31'],
  ['9 Mrz 15', '2015-03-09'],
  ['9. Maerz 2015', '2015-03-09'],
  ['9. Jänner 2015', '2015-01-09'],
  ['Dec 31, 2014', '2014-12-31'],
  ['31-Dez-14', '2014-12-31'],
])('%s is %s', async (text, date) => {
  expect(await read([text])).toEqual([date]);
});

test.each([
  '',
  '2015',
  '31.02.2015',
  '4.2015',
  '12',
  '1.234',
  'soon',
  '0023-05-11',
  '11.05.0023',
  '4.5.',
  '9.4.201',
  '1/2',
])('%s is no date', async (text) => {
  expect(await read([text])).toEqual([null]);
});

test('the month comes first where the column has it so, except in names and ISO 8601', async () => {
  const texts = ['4/9/2015', '04-09-15', '04.09.2015', '04092015', '2015-04-09', '9 April 2015'];
  expect(await read(texts, reading({ order: 'month-first' }))).toEqual(texts.map(() => '2015-04-09'));
});

test('numbered days of the system that begins in 1904', async () => {
  expect(await read(['40641', '40641.25'], reading({ epoch: 1904 }))).toEqual(['2015-04-09', '2015-04-09']);
});

test('years of two digits are those near the middle of the column', async () => {
  expect(await read(['1.2.22', '1.2.48'], reading({ middleYear: 1940 }))).toEqual(['1922-02-01', '1948-02-01']);
  expect(await read(['1.2.98', '1.2.05'], reading({ middleYear: 2001 }))).toEqual(['1998-02-01', '2005-02-01']);
});

test('a birth long after the test is in the century before, one shortly after it is a mistake', async () => {
  const targets = [{ target: 'birth_date|', dates: reading({ middleYear: 2015 }) }, 'test_date|'];
  const rows = [
    ['1.2.15', '2023-05-11'],
    ['1.2.51', '2023-05-11'],
    ['1.2.24', '2023-05-11'],
    ['1.2.15', '2005-05-11'],
    ['1.2.15', ''],
  ];
  const births = await evaluate(targets, rows, (table) => dateSql(table.columns[0]!, table));
  expect(births).toEqual(['2015-02-01', '1951-02-01', '2024-02-01', '1915-02-01', '2015-02-01']);
});

test('months without a day', async () => {
  const rows = ['04.2015', '4/2015', '2015-04', 'April 2015', 'Apr. 15', '13.2015', '09.04.2015'].map((text) => [text]);
  const months = await evaluate(['birth_month|'], rows, (table) => monthStartSql(table.columns[0]!, table));
  expect(months).toEqual([...Array.from({ length: 5 }, () => '2015-04-01'), null, null]);
});

test('ages are completed tenths of years; impossible ones are not published', async () => {
  const rows = [
    ['2015-05-11', '2023-05-11'],
    ['2015-07-12', '2023-05-11'],
    ['01.03.2016', '28.02.2023'],
    ['2015-05-12', '2023-05-11'],
    ['2023-05-12', '2023-05-11'],
    ['1905-05-12', '2023-05-11'],
    ['05.2015', '2023-05-11'],
    ['soon', '2023-05-11'],
  ];
  const ages = await evaluate(['birth_date|', 'test_date|'], rows, (table) =>
    publishedAgeSql(ageSource(table)!, table),
  );
  expect(ages).toEqual(['8.0', '7.8', '6.9', '7.9', null, null, '7.9', null]);
  const rowsOfYears = [
    ['2015-03-01', '2023'],
    ['2014-08-01', '2023'],
  ];
  const years = await evaluate(['birth_date|', 'test_year|'], rowsOfYears, (table) =>
    publishedAgeSql(ageSource(table)!, table),
  );
  expect(years).toEqual(['8.0', '8.0']);
});

test('the age uses the year of a test that is written as a month', async () => {
  const rows = [
    ['2012-07-01', 'Mai 2022'],
    ['2012-07-01', '2022'],
  ];
  const ages = await evaluate(['birth_date|', 'test_year|'], rows, (table) =>
    publishedAgeSql(ageSource(table) as AgeSource, table),
  );
  expect(ages).toEqual(['10.0', '10.0']);
});
