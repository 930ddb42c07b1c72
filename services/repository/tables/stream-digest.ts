import type { ColumnInfo } from '@domain/column-info';

import { jobStatement, sqlName, type SqlValue, type TableEngine } from '../context/table-engine';

interface DigestColumn {
  /** Name in the digest. */
  name: string;
  /** Name in the Parquet file. */
  column: string;
  /** Label, value labels and missing values from the file itself. */
  info?: ColumnInfo | null;
}

export interface DigestSource {
  name: string;
  rowCount: number;
  /** Row of the file in which the data begins. */
  firstRow: number;
  /** Limits the digest to the first rows, which it then states. */
  readableRows?: number;
  /** `read_parquet(…, file_row_number = true)`. */
  from: string;
  columns: DigestColumn[];
}

/**
 * Streams the digest (spec section 3) as chunks of JSON: the distinct values of each column in the order of
 * their first occurrence, with their rows as runs, '2+3 9'. It can be larger than the data, so not even the
 * rows of a single value are held in memory together.
 */
export async function* streamDigest(
  tables: TableEngine,
  head: { id: string; fileName: string },
  sources: DigestSource[],
): AsyncGenerator<string, void, undefined> {
  yield `${JSON.stringify(head).slice(0, -1)},"tables":[`;
  for (const [position, { name, rowCount, firstRow, readableRows, from, columns }] of sources.entries()) {
    const isPart = readableRows !== undefined;
    const read = isPart ? `(select * from ${from} where file_row_number < ${Number(readableRows)})` : from;
    yield `${position > 0 ? ',' : ''}{"tableName":${JSON.stringify(name)},"columns":[`;
    for (const [index, column] of columns.entries()) {
      yield `${index > 0 ? ',' : ''}{"columnName":${JSON.stringify(column.name)},"values":[`;
      yield* streamValues(tables, runsSql(read, sqlName(column.column), firstRow));
      // Without its opening brace, the JSON of `info` continues the object of the column.
      yield `],"rows":${readableRows ?? rowCount}${column.info ? `,${JSON.stringify(column.info).slice(1)}` : '}'}`;
    }
    yield isPart ? `],"readableRows":${readableRows},"rowCount":${rowCount}}` : ']}';
  }
  yield ']}';
}

async function* streamValues(tables: TableEngine, sql: string) {
  let current: SqlValue | undefined;
  let isFirst = true;
  for await (const batch of tables.stream(sql, [], jobStatement)) {
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
 * Selects runs of equal values: value, first row, number of further rows, grouped by value. Each cell is
 * compared with the previous one in file order, so that only the runs have to be sorted.
 */
function runsSql(from: string, column: string, firstRow: number): string {
  return `
    with cells as (
      select ${column} as v, file_row_number as r, lag(${column}) over () as before from ${from}
    ), runs as (
      select v, r as a, lead(r) over () as next from cells where r = 0 or v is distinct from before
    ), filled as (
      select v, a, coalesce(next, (select max(file_row_number) + 1 from ${from})) - a - 1 as b
        from runs where v is not null
    )
    select v, a + ${firstRow} as a, b from filled order by min(a) over (partition by v), a`;
}
