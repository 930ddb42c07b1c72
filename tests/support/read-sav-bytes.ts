import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { ColumnInfo } from '../../services/repository/ingest/parsers/protocol';
import { readSav } from '../../services/repository/ingest/sav/read-sav';

export interface ReadTable {
  name: string;
  columns: ColumnInfo[];
  rows: (string | null)[][];
}

/** Reads an SPSS file into memory. */
export async function readSavFile(file: string, maxColumns = 1000): Promise<ReadTable> {
  const table: ReadTable = { name: '', columns: [], rows: [] };
  await readSav(
    file,
    {
      open: ({ name, columns = [] }) => Object.assign(table, { name, columns }),
      row: (cells) => table.rows.push(cells),
      close: () => undefined,
    },
    maxColumns,
  );
  return table;
}

/** The same for the bytes of a file named 'study.sav'. */
export async function readSavBytes(bytes: Buffer, maxColumns?: number): Promise<ReadTable> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sav-'));
  try {
    const file = path.join(folder, 'study.sav');
    await writeFile(file, bytes);
    return await readSavFile(file, maxColumns);
  } finally {
    await rm(folder, { recursive: true });
  }
}
