import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { cellsListedPerGroup } from '@domain/limits';

import { tableOf, writeRows } from '../../../tests/support/checked-rows';
import { jobStatement, type TableEngine } from '../context/table-engine';
import { startTableEngine } from '../tables/duckdb-engine';
import { findProblems } from './find-problems';
import { openTable } from './open-table';

let folder: string;
let tables: TableEngine;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'find-problems-'));
  tables = await startTableEngine({ tempDir: folder });
});
afterAll(async () => {
  await tables.close();
  await rm(folder, { recursive: true, force: true });
});

it('every one of 300 remarks with a phone number is listed, so that all of them can be corrected', async () => {
  const phones = Array.from({ length: 300 }, (_, i) => ['120', `Mutter 0721 ${600_000 + i}`]);
  const rows = phones.flatMap((row) => [row, ['121', 'krank']]);
  const parquet = await writeRows(tables, folder, rows);
  const table = tableOf('raw', ['slj|cm', 'remark|']);
  const groups = await findProblems(
    tables,
    await openTable(tables, parquet, table, jobStatement),
    new AbortController().signal,
  );
  const personal = groups.find(({ rule }) => rule === 'R23');
  const odd = Array.from({ length: 300 }, (_, i) => 2 * i + table.firstRow);
  expect(personal).toMatchObject({ column: 1, canOverride: false, count: 300 });
  expect(personal?.cells.map(({ row }) => row)).toEqual(odd.slice(0, cellsListedPerGroup));
  const all = await tables.all(personal?.allCellsSql ?? '');
  expect(all.map(({ row }) => Number(row))).toEqual(odd);
  expect(all[299]?.value).toBe('Mutter 0721 600299');
});
