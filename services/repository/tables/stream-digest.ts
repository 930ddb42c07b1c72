import type { ColumnInfo } from '@domain/column-info';
import { firstDataRow } from '@domain/limits';

import { jobStatement, sqlName, type SqlValue, type TableEngine } from '../context/table-engine';

interface DigestColumn {
  /** Name in the digest. */
  name: string;
  /** Name in the Parquet file. */
  column: string;
  /** What the file itself says about it. */
  info?: ColumnInfo | null;
}

/** A table to make a digest of. */
export interface DigestSource {
  name: string;
  rowCount: number;
  /** Makes the digest of so many first rows alone, and says so. */
  readableRows?: number;
  /** `read_parquet(…, file_row_number = true)`. */
  from: string;
  columns: DigestColumn[];
}

/**
 * Digest (spec section 3) as pieces of JSON: per column its distinct values in the order they first
 * occur, with their rows as runs, '2+3 9'. It can be larger than the data, so even the rows of a single
 * value are never held together.
 */
export async function* streamDigest(
  tables: TableEngine,
  head: { id: string; fileName: string },
  sources: DigestSource[],
): AsyncGenerator<string, void, undefined> {
  yield `${JSON.stringify(head).slice(0, -1)},"tables":[`;
  for (const [position, { name, rowCount, readableRows, from, columns }] of sources.entries()) {
    const isPart = readableRows !== undefined;
    const read = isPart ? `(select * from ${from} where file_row_number < ${Number(readableRows)})` : from;
    yield `${position > 0 ? ',' : ''}{"tableName":${JSON.stringify(name)},"columns":[`;
    for (const [index, column] of columns.entries()) {
      yield `${index > 0 ? ',' : ''}{"columnName":${JSON.stringify(column.name)},"values":[`;
      yield* streamValues(tables, read, column.column);
      // JSON of the info is an object without its opening brace here: its members follow the column's own.
      yield `],"rows":${readableRows ?? rowCount}${column.info ? `,${JSON.stringify(column.info).slice(1)}` : '}'}`;
    }
    yield isPart ? `],"readableRows":${readableRows},"rowCount":${rowCount}}` : ']}';
  }
  yield ']}';
}

async function* streamValues(tables: TableEngine, from: string, column: string) {
  let current: SqlValue | undefined;
  let isFirst = true;
  for await (const batch of tables.stream(runsSql(from, sqlName(column)), [], jobStatement)) {
    let piece = '';
    for (const { v = null, a = null, b = null } of batch) {
      const run = b === 0 ? `${a}` : `${a}+${b}`;
      if (!isFirst && v === current) {
        piece += ` ${run}`;
        continue;
      }
      piece += `${isFirst ? '' : '"],'}[${JSON.stringify(String(v))},"${run}`;
      current = v;
      isFirst = false;
    }
    yield piece;
  }
  if (!isFirst) yield '"]';
}

/**
 * Runs of equal values: value, first row, number of rows that follow; a value's runs stand together. Where a
 * run begins is told by the cell before, as the rows pass by, so that only runs are sorted, and once.
 */
function runsSql(from: string, column: string): string {
  return `
    with cells as (
      select ${column} as v, file_row_number as r, lag(${column}) over () as before from ${from}
    ), runs as (
      select v, r as a, lead(r) over () as next from cells where r = 0 or v is distinct from before
    ), filled as (
      select v, a, coalesce(next, (select max(file_row_number) + 1 from ${from})) - a - 1 as b
        from runs where v is not null
    )
    select v, a + ${firstDataRow} as a, b from filled order by min(a) over (partition by v), a`;
}
