import type { RowWindow } from '@domain/api/uploads';
import { firstDataRow } from '@domain/limits';

import type { FileStore, LocalFile } from '../files/file-store';
import type { PublishedTable } from '../store/published-tables';
import { sqlName, sqlText, type SqlRow, type SqlValue, type TableEngine } from '../tables/table-engine';

/** Where published tables are read from. */
export interface PublishedDataSource {
  files: FileStore;
  tables: TableEngine;
}

/** Text of a published value; null = empty. */
export function cellText(value: SqlValue | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}

/** Window of rows of a published table, in row order. */
export async function readPublishedWindow(
  source: PublishedDataSource,
  table: PublishedTable,
  { offset, limit }: { offset: number; limit: number },
): Promise<RowWindow> {
  const keys = table.columns.map(({ key }) => key);
  await using local = await source.files.openLocal(table.objectKey);
  const rows =
    keys.length === 0
      ? []
      : await source.tables.all(
          `select ${keys.map(sqlName).join(', ')} from ${parquet(local)}
           where file_row_number >= ? and file_row_number < ? order by file_row_number`,
          [offset, offset + limit],
        );
  return {
    offset,
    rowCount: table.rowCount,
    columns: keys,
    rows: rows.map((row, index) => ({
      row: offset + index + firstDataRow,
      values: keys.map((key) => cellText(row[key])),
    })),
  };
}

/** All rows of a published table in batches, in row order. */
export async function* streamPublishedRows(
  source: PublishedDataSource,
  table: PublishedTable,
): AsyncGenerator<SqlRow[], void, undefined> {
  if (table.columns.length === 0) return;
  const columns = table.columns.map(({ key }) => sqlName(key)).join(', ');
  // Without an order the rows come as they stand: the engine keeps insertion order and streams.
  await using local = await source.files.openLocal(table.objectKey);
  yield* source.tables.stream(`select ${columns} from ${parquet(local)}`);
}

/** Digest of published tables (spec section 3) as pieces of JSON: it can be larger than the data itself. */
export async function* streamDigest(
  source: PublishedDataSource,
  head: { id: string; fileName: string },
  tables: PublishedTable[],
): AsyncGenerator<string, void, undefined> {
  yield `${JSON.stringify(head).slice(0, -1)},"tables":[`;
  for (const [position, table] of tables.entries()) {
    yield `${position > 0 ? ',' : ''}{"tableName":${JSON.stringify(table.name)},"columns":[`;
    for (const [index, { key }] of table.columns.entries()) {
      yield `${index > 0 ? ',' : ''}{"columnName":${JSON.stringify(key)},"values":[`;
      yield* streamDistinctValues(source, table, key);
      yield `],"rows":${table.rowCount}}`;
    }
    yield ']}';
  }
  yield ']}';
}

/** Pairs of value and rows as pieces of JSON. One value can stand in millions of runs, so pairs are cut too. */
async function* streamDistinctValues(source: PublishedDataSource, table: PublishedTable, key: string) {
  let current: string | null = null;
  await using local = await source.files.openLocal(table.objectKey);
  for await (const batch of source.tables.stream(runsSql(parquet(local), key, table.rowCount))) {
    let piece = '';
    for (const { v, a, b } of batch) {
      const value = cellText(v) ?? '';
      if (value === current) piece += ' ';
      else piece += `${current === null ? '' : '"],'}[${JSON.stringify(value)},"`;
      piece += Number(b) > 0 ? `${a}+${b}` : `${a}`;
      current = value;
    }
    yield piece;
  }
  if (current !== null) yield '"]';
}

/** Runs of equal values in neighbouring rows: value, first row, number of rows that follow; by value and row. */
function runsSql(from: string, key: string, rowCount: number): string {
  return `
    with cells as (
      select ${sqlName(key)} as v, file_row_number as r from ${from}
    ), starts as (
      select v, r from cells qualify r = 0 or v is distinct from lag(v) over (order by r)
    ), runs as (
      select v, r as first, lead(r, 1, ${rowCount}) over (order by r) - r - 1 as following from starts
    )
    select v, first + ${firstDataRow} as a, following as b from runs where v is not null order by v, a`;
}

function parquet({ path }: LocalFile): string {
  return `read_parquet(${sqlText(path)}, file_row_number = true)`;
}
