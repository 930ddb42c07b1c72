import type { RowReason } from '@domain/data-rows';

import { jobStatement, parquetSql, type TableEngine } from '../context/table-engine';
import type { CellCounts } from './measure-columns';

/** Statistics of the rows above that a summary of each kind may hold. */
const statistics: Partial<Record<RowReason, readonly string[]>> = {
  mean: ['avg', 'median'],
  deviation: ['stddev_samp', 'stddev_pop', 'var_samp'],
  sum: ['sum', 'avg'],
  count: ['count'],
  extreme: ['min', 'max'],
};
/** Rows above that are summarised at most. */
const maxRowsAbove = 5000;
/** Minimum number of rows that are summarised. */
const minRowsAbove = 3;
/** Minimum number and share of cells that equal the same statistic of their columns. Own estimates. */
const minEqual = { count: 2, share: 0.75 };

interface Summary {
  reason: RowReason;
  /** Rows that are no data, or may not be, counted from 0. */
  leftOut: readonly number[];
  /** Column of its name, left of which there may be the number of a row; null if it has none. */
  labelAt: number | null;
}

/** A number of a row with half of its last decimal. */
interface Rounded {
  i: number;
  value: number;
  margin: number;
}

/**
 * Whether the numbers of a row are the same statistic of the rows above: of all, or of those since the previous
 * summary. `at` counts from 0.
 */
export async function equalsStatistics(
  tables: TableEngine,
  table: { parquet: string; counts: CellCounts },
  at: number,
  { reason, leftOut, labelAt }: Summary,
): Promise<boolean> {
  const names = statistics[reason] ?? [];
  const all = names.length > 0 ? await readNumbers(tables, table, at) : [];
  const right = all.filter(({ i }) => labelAt !== null && i > labelAt);
  const numbers = right.length >= minEqual.count ? right : all;
  if (numbers.length < minEqual.count) return false;
  const others = new Set(leftOut);
  let last = at - 1;
  while (others.has(last)) last -= 1;
  const previous = Math.max(-1, ...leftOut.filter((other) => other < last));
  for (const first of new Set([previous + 1, 0])) {
    const from = Math.max(first, last - maxRowsAbove);
    const within = leftOut.filter((other) => other >= from && other <= last);
    const found = await summarise(tables, table.parquet, { names, numbers, from, last, within });
    const equal = (name: string) =>
      numbers.filter(({ i, value, margin }) => Math.abs((found.get(`${name}${i}`) ?? NaN) - value) <= margin).length;
    const most = Math.max(...names.map(equal));
    if (most >= minEqual.count && most >= minEqual.share * numbers.length) return true;
  }
  return false;
}

async function readNumbers(
  tables: TableEngine,
  { parquet, counts }: { parquet: string; counts: CellCounts },
  at: number,
): Promise<Rounded[]> {
  const columns = counts.columns.flatMap(({ numbers }, i) => (numbers > 0 ? [i] : []));
  if (columns.length === 0) return [];
  const [row = {}] = await tables.all(
    `select ${columns.map((i) => `c${i}, n${i}`).join(', ')} from ${parquetSql(parquet)} where file_row_number = ${at}`,
    [],
    jobStatement,
  );
  return columns.flatMap((i) => {
    const value = row[`n${i}`];
    return value === null || value === undefined ? [] : [{ i, value: Number(value), margin: marginOf(row[`c${i}`]) }];
  });
}

interface RowsAbove {
  names: readonly string[];
  numbers: readonly Rounded[];
  from: number;
  last: number;
  /** Rows among them that do not count. */
  within: readonly number[];
}

/** Statistics of the rows above by name and column; none of too few rows. */
async function summarise(
  tables: TableEngine,
  parquet: string,
  { names, numbers, from, last, within }: RowsAbove,
): Promise<Map<string, number>> {
  const measures = names.flatMap((name) => numbers.map(({ i }) => `${name}(n${i}) as ${name}${i}`));
  const others = within.length > 0 ? `and file_row_number not in (${within.join(', ')})` : '';
  const [{ n, ...found } = { n: 0 }] = await tables.all(
    `select count(*) as n, ${measures.join(', ')} from ${parquetSql(parquet)}
      where file_row_number between ${from} and ${last} ${others}`,
    [],
    jobStatement,
  );
  if (Number(n) < minRowsAbove) return new Map();
  return new Map(Object.entries(found).flatMap(([name, value]) => (value === null ? [] : [[name, Number(value)]])));
}

/** Half of the last decimal of a number as it is written, and a little more, because 1.05 - 1 is above 0.05. */
function marginOf(text: unknown): number {
  const decimals = /[.,](\d+)\D*$/.exec(String(text))?.[1]?.length ?? 0;
  return 0.501 * 10 ** -decimals;
}
