import path from 'node:path';

import { createDiskFileStore } from '../../services/repository/files/disk-file-store';
import { readTables } from '../../services/repository/ingest/read-tables';
import { startTableEngine } from '../../services/repository/tables/duckdb-engine';
import { streamDigest } from '../../services/repository/tables/stream-digest';
import { jobStatement, sqlText, type TableEngine } from '../../services/repository/context/table-engine';
import { scanCsv } from './bare-scan';
import { watchTablesChild } from './peak-memory';
import { writeSampleCsv } from './sample-csv';

/** Cost of reading a csv file. Times in milliseconds; memory in bytes, null if the system does not report it. */
export interface IngestFigures {
  bytes: number;
  /** Until the Parquet file is written and every column is measured. */
  ingest: number;
  /** The slower of two windows of 50 rows, in the middle and at the end. */
  window: number;
  /** Digest of one column with few distinct values, and of one with many. */
  digestOfFew: number;
  digestOfMany: number;
  bareScan: number;
  /** Highest resident memory of the tables child, after the ingest and after the digests. */
  ingestPeak: number | null;
  digestPeak: number | null;
}

const windowRows = 50;
/** Column indexes in the sample. */
const columns = { few: 3, many: 0 };

/**
 * Reads a sample csv of each size with the product's ingest and tables child, without web and database. The bare scan
 * runs before and after.
 */
export async function measureIngest(folder: string, sizes: number[]): Promise<IngestFigures[]> {
  const figures: IngestFigures[] = [];
  for (const bytes of sizes) {
    const file = path.join(folder, `sample-${bytes}.csv`);
    await writeSampleCsv(file, bytes);
    const before = await scanCsv(file);
    const testApi = await measureHouse(path.join(folder, `ingest-${bytes}`), file);
    figures.push({ bytes, ...testApi, bareScan: (before + (await scanCsv(file))) / 2 });
  }
  return figures;
}

async function measureHouse(folder: string, file: string) {
  const files = await createDiskFileStore(path.join(folder, 'objects'));
  const tables = await startTableEngine({ tempDir: path.join(folder, 'spill') });
  try {
    const memory = watchTablesChild();
    const source = { path: file, name: 'sample' };
    const signal = new AbortController().signal;
    let rows = 0;
    const ingest = await time(async () => {
      const read = await readTables({ files, tables }, source, (i) => `tables/${i}.parquet`, signal);
      rows = read.tables[0]?.rowCount ?? 0;
    });
    const ingestPeak = memory?.peak() ?? null;
    await using local = await files.openLocal('tables/0.parquet');
    const from = `read_parquet(${sqlText(local.path)}, file_row_number = true)`;
    const middle = await time(() => readWindow(tables, from, Math.floor(rows / 2)));
    const end = await time(() => readWindow(tables, from, rows - windowRows));
    const digestOfFew = await time(() => readDigest(tables, from, rows, columns.few));
    const digestOfMany = await time(() => readDigest(tables, from, rows, columns.many));
    const digestPeak = memory?.peak() ?? null;
    return { ingest, window: Math.max(middle, end), digestOfFew, digestOfMany, ingestPeak, digestPeak };
  } finally {
    await tables.close();
  }
}

/** Reads the rows as the API does. */
async function readWindow(tables: TableEngine, from: string, offset: number): Promise<void> {
  const rows = await tables.all(
    `select columns('c\\d+') from ${from} where file_row_number >= ? and file_row_number < ? order by file_row_number`,
    [offset, offset + windowRows],
    jobStatement,
  );
  if (rows.length !== windowRows) throw new Error(`A window holds ${rows.length} rows.`);
}

async function readDigest(tables: TableEngine, from: string, rowCount: number, column: number): Promise<void> {
  const table = { name: 'sample', from, rowCount, firstRow: 2, columns: [{ name: 'one', column: `c${column}` }] };
  for await (const piece of streamDigest(tables, { id: '1r', fileName: 'sample.csv' }, [table])) void piece;
}

async function time(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
