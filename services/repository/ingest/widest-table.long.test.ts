import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { maxColumns } from '@domain/limits';

import { createDiskFileStore } from '../files/disk-file-store';
import { startTableEngine } from '../tables/duckdb-engine';
import type { TableEngine } from '../context/table-engine';
import { readCsvFile } from './read-csv-file';

let folder: string;
let tables: TableEngine;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'widest-'));
  tables = await startTableEngine({ tempDir: path.join(folder, 'spill') });
});
afterAll(async () => {
  await tables.close();
  await rm(folder, { recursive: true, force: true });
});

test('the widest table allowed is read within the limits of the engine', async () => {
  const line = (cell: (i: number) => string) => Array.from({ length: maxColumns }, (_, i) => cell(i)).join(',');
  const rows = Array.from({ length: 2500 }, (_, r) => line((i) => String((r * i) % 97)));
  const file = path.join(folder, 'widest.csv');
  await writeFile(file, `${line((i) => `v${i}`)}\n${rows.join('\n')}\n`);
  const files = await createDiskFileStore(path.join(folder, 'objects'));
  const { columns, rowCount } = await readCsvFile({ files, tables }, file, 'utf-8', 't', new AbortController().signal);
  expect(columns).toHaveLength(maxColumns);
  expect(rowCount).toBe(2500);
});
