import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll } from 'vitest';

import type { TableEngine } from '../../context/table-engine';
import type { FileStore } from '../../context/file-store';
import { createDiskFileStore } from '../../files/disk-file-store';
import { startTableEngine } from '../../tables/duckdb-engine';
import { readTables } from '../read-tables';

export type Row = (string | number | null)[];

/** Reads the rows of a csv file with a header in its first row, and returns those left out as '<row> <reason>'. */
export function useRowReader(): (rows: Row[]) => Promise<string[] | null> {
  let folder: string;
  let files: FileStore;
  let tables: TableEngine;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'rows-'));
    files = await createDiskFileStore(path.join(folder, 'objects'));
    tables = await startTableEngine({ tempDir: path.join(folder, 'spill') });
  });
  afterAll(async () => {
    await tables.close();
    await rm(folder, { recursive: true, force: true });
  });
  return async (rows) => {
    const file = path.join(folder, 'input');
    await writeFile(file, rows.map((row) => row.map((cell) => cell ?? '').join(';')).join('\n'));
    const source = { path: file, name: 'study' };
    const reading = await readTables({ files, tables }, source, (i) => `t${i}`, new AbortController().signal);
    const recognised = reading.tables[0]?.recognised;
    return recognised?.table === null
      ? recognised.rows.map(({ from, to, reason }) => (from === to ? `${from} ${reason}` : `${from}-${to} ${reason}`))
      : null;
  };
}

export const names = ['Anna', 'Ben', 'Max', 'Min', 'Sem', 'Lea', 'Tim', 'Mia', 'Jan', 'Ida', 'Leo', 'Pia'];
/** Sex, age and results of a person, different for each number. */
export const results = (i: number): Row => [
  i % 2 ? 'w' : 'm',
  8 + (i % 3),
  (40 + ((i * 7) % 11)) / 10,
  120 + ((i * 13) % 37),
  10 + ((i * 5) % 13),
];
export const mean = (rows: Row[], column: number, digits: number) =>
  (rows.reduce((sum, row) => sum + Number(row[column]), 0) / rows.length).toFixed(digits);
