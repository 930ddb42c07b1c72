import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { createDiskFileStore } from '../files/disk-file-store';
import type { FileStore } from '../context/file-store';
import { startTableEngine } from '../tables/duckdb-engine';
import { parquetSql, sqlText, type StatementOptions, type TableEngine } from '../context/table-engine';
import { measureExactly, measureRows } from './measure-for-request';
import { readCsvFile } from './read-csv-file';

let folder: string;
let files: FileStore;
let tables: TableEngine;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'measures-'));
  files = await createDiskFileStore(path.join(folder, 'objects'));
  tables = await startTableEngine({ tempDir: path.join(folder, 'spill') });
});
afterAll(async () => {
  await tables.close();
  await rm(folder, { recursive: true, force: true });
});

async function measure(text: string) {
  const file = path.join(folder, 'input.csv');
  await writeFile(file, text);
  const signal = new AbortController().signal;
  const { summaries } = await readCsvFile({ files, tables }, file, 'utf-8', 'measured', signal);
  return summaries;
}

test('a median between two decimals has no binary remainder', async () => {
  const [height] = await measure('height;a\n138,6;1\n138,7;2\n');
  expect(height?.median).toBe('138.65');
});

test('numbers, dates, texts and empty columns are distinguished, with counts, ranges and medians', async () => {
  const [height, day, name, nothing] = await measure(
    'height;day;name;nothing\n150,5;2024-02-29;a;\n;2023-12-31;b;\n160;2024-01-01;a;\n161,5;;b;\n',
  );
  const exact = { distinctIsExact: true, medianIsExact: true };
  expect(height).toEqual({
    kind: 'number',
    decimal: ',',
    filled: 3,
    numbers: 3,
    missing: 1,
    distinct: 3,
    min: '150.5',
    max: '161.5',
    median: '160',
    ...exact,
  });
  expect(day).toEqual({
    kind: 'date',
    decimal: null,
    filled: 3,
    numbers: 0,
    missing: 1,
    distinct: 3,
    min: '2023-12-31',
    max: '2024-02-29',
    median: null,
    ...exact,
  });
  expect(name).toMatchObject({ kind: 'text', filled: 4, distinct: 2, min: null, max: null });
  expect(nothing).toMatchObject({ kind: 'empty', filled: 0, missing: 4, distinct: 0 });
});

test('in long tables, few distinct values are counted exactly and many approximately, or exactly on request', async () => {
  const rows = Array.from({ length: 300_000 }, (_, i) => `${i},${i % 7},${(i * 7919) % 200_000}`);
  const [id, few, many] = await measure(`id,few,many\n${rows.join('\n')}\n`);
  expect(few).toMatchObject({ distinct: 7, distinctIsExact: true, min: '0', max: '6', median: '3' });
  expect([id?.distinctIsExact, many?.distinctIsExact, id?.medianIsExact]).toEqual([false, false, false]);
  expect(Math.abs((id?.distinct ?? 0) - 300_000)).toBeLessThan(6000);
  expect(Math.abs((many?.distinct ?? 0) - 200_000)).toBeLessThan(4000);
  expect(Math.abs(Number(id?.median) - 150_000)).toBeLessThan(3000);
  await using local = await files.openLocal('measured');
  const from = `read_parquet(${sqlText(local.path)})`;
  expect(await measureExactly(tables, from, 0)).toEqual({ distinct: 300_000, median: '149999.5' });
  expect(await measureExactly(tables, from, 2)).toMatchObject({ distinct: 200_000 });
});

test('a decimal sign that first appears far from the beginning is found', async () => {
  const [value] = await measure(`value;name\n${'1;a\n'.repeat(5000)}2,5;b\n`);
  expect(value).toMatchObject({ decimal: ',', numbers: 5001, max: '2.5' });
});

test('rows of a wide table are measured in few columns at a time and within a request', async () => {
  const width = 25;
  const columns = Array.from({ length: width }, (_, i) => i);
  const dateOf = (row: number) => columns.map((i) => `${row}.${1 + (i % 9)}.2012`).join(';');
  const summaries = await measure(`${columns.map((i) => `t${i}`).join(';')}\n${[1, 2, 30].map(dateOf).join('\n')}\n`);
  const asked: { sql: string; options: StatementOptions | undefined }[] = [];
  const watched: TableEngine = {
    ...tables,
    all: (sql, parameters, options) => {
      asked.push({ sql, options });
      return tables.all(sql, parameters, options);
    },
  };
  await using local = await files.openLocal('measured');
  const rows = `(select * from ${parquetSql(local.path)} where file_row_number < 2)`;
  const found = await measureRows(watched, rows, new Map(summaries.entries()));
  expect([...found.keys()]).toEqual(columns);
  expect(found.get(24)).toMatchObject({ filled: 2, distinct: 2, min: '2012-07-01', max: '2012-07-02' });
  for (const { sql, options } of asked) {
    expect(sql.split('count(distinct').length - 1).toBeLessThanOrEqual(20);
    expect(sql.split(' as a').length - 1).toBeLessThanOrEqual(20);
    expect(options?.timeoutMs).toBeLessThanOrEqual(30_000);
  }
});
