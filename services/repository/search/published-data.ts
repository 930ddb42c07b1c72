import type { RowWindow } from '@domain/api/uploads';
import { firstDataRow } from '@domain/limits';

import type { FileStore } from '../context/file-store';
import { openLocalFiles } from '../files/read-objects';
import type { PublishedTable } from '../store/published-data-sets';
import { type ReadRows, readWindow } from '../tables/read-window';
import { streamDigest } from '../tables/stream-digest';
import {
  parquetSql,
  type RowFormat,
  sqlName,
  type SqlRow,
  type SqlValue,
  type TableEngine,
} from '../context/table-engine';

/** Where published tables are read from. */
export interface PublishedDataSource {
  files: FileStore;
  tables: TableEngine;
}

/** Text of a published value; null = empty. */
export function cellText(value: SqlValue | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}

/** A published table; only its first `readableRows` rows are read, if given. */
type ReadTable = PublishedTable & { readableRows?: number };

const nothing: ReadRows = { rows: [], isCut: false };

/** Window of rows of a published table, in row order; fewer than asked for if they are long. */
export async function readPublishedWindow(
  source: PublishedDataSource,
  table: ReadTable,
  { offset, limit }: { offset: number; limit: number },
): Promise<RowWindow> {
  const { rowCount, readableRows } = table;
  const keys = table.columns.map(({ key }) => key);
  const end = Math.min(offset + limit, readableRows ?? rowCount);
  await using local = await source.files.openLocal(table.objectKey);
  const { rows, isCut } =
    keys.length === 0
      ? nothing
      : await readWindow(
          source.tables,
          `select ${keys.map(sqlName).join(', ')} from ${parquetSql(local.path)}
           where file_row_number >= ? and file_row_number < ? order by file_row_number`,
          [offset, end],
        );
  return {
    offset,
    rowCount,
    readableRows,
    columns: keys,
    rows: rows.map((row, index) => ({
      row: offset + index + firstDataRow,
      values: keys.map((key) => cellText(row[key])),
    })),
    ...(isCut ? { nextOffset: offset + rows.length } : {}),
  };
}

/** All rows of a published table in batches, in row order. */
export function streamPublishedRows(source: PublishedDataSource, table: PublishedTable): AsyncGenerator<SqlRow[]> {
  return readWhole(source, table, (sql) => source.tables.stream(sql));
}

/** The same as bytes of a file. The columns have the order of the table's. */
export function encodePublishedRows(
  source: PublishedDataSource,
  table: PublishedTable,
  format: RowFormat,
): AsyncGenerator<Uint8Array> {
  return readWhole(source, table, (sql) => source.tables.encode(sql, format));
}

async function* readWhole<Batch>(
  { files }: PublishedDataSource,
  table: PublishedTable,
  read: (sql: string) => AsyncIterable<Batch>,
): AsyncGenerator<Batch, void, undefined> {
  if (table.columns.length === 0) return;
  const columns = table.columns.map(({ key }) => sqlName(key)).join(', ');
  // No `order by`, because the engine keeps insertion order and can then stream.
  await using local = await files.openLocal(table.objectKey);
  yield* read(`select ${columns} from ${parquetSql(local.path)}`);
}

/** Digest of published tables (spec section 3) in chunks of JSON, because it can be larger than the data. */
export async function* streamPublishedDigest(
  { files, tables: engine }: PublishedDataSource,
  head: { id: string; fileName: string },
  tables: ReadTable[],
): AsyncGenerator<string, void, undefined> {
  await using local = await openLocalFiles(
    files,
    tables.map(({ objectKey }) => objectKey),
  );
  const sources = tables.map(({ name, rowCount, readableRows, columns }, index) => ({
    name,
    rowCount,
    firstRow: firstDataRow,
    readableRows,
    from: parquetSql(local.paths[index] ?? ''),
    columns: columns.map(({ key }) => ({ name: key, column: key })),
  }));
  yield* streamDigest(engine, head, sources);
}
