import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { ColumnInfo } from '../../services/repository/ingest/parsers/table-sink';
import { readSav, type SavOptions } from '../../services/repository/ingest/sav/read-sav';

export interface ReadTable {
  name: string;
  columns: ColumnInfo[];
  rows: (string | null)[][];
}

/** Limits that no test file reaches. */
export const wideLimits = { maxColumns: 1000, maxCells: 100_000_000 };

/** Reads a file of SPSS into memory. */
export async function readSavFile(file: string, options: Partial<SavOptions> = {}): Promise<ReadTable> {
  const table: ReadTable = { name: '', columns: [], rows: [] };
  await readSav(
    file,
    {
      open: async ({ name, columns = [] }) => void Object.assign(table, { name, columns }),
      row: (cells) => void table.rows.push(cells),
      close: async () => undefined,
    },
    { signal: new AbortController().signal, limits: wideLimits, ...options },
  );
  return table;
}

/** The same for bytes, which stand in a file 'study.sav' meanwhile. */
export async function readSavBytes(bytes: Buffer, options: Partial<SavOptions> = {}): Promise<ReadTable> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sav-'));
  try {
    const file = path.join(folder, 'study.sav');
    await writeFile(file, bytes);
    return await readSavFile(file, options);
  } finally {
    await rm(folder, { recursive: true });
  }
}
