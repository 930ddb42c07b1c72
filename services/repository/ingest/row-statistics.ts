import type { RowReason } from '@domain/data-rows';

import { jobStatement, parquetSql, type SqlRow, type TableEngine } from '../context/table-engine';
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
}

/**
 * Whether the numbers of a row are the same statistic of the rows above: of all, or of those since the previous
 * summary.
 */
export async function equalsStatistics(
  tables: TableEngine,
  { parquet, counts }: { parquet: string; counts: CellCounts },
  row: SqlRow,
  { reason, leftOut }: Summary,
): Promise<boolean> {
  const names = statistics[reason] ?? [];
  const numbers = counts.columns.flatMap((_, i) => {
    const value = row[`n${i}`];
    return value === null || value === undefined ? [] : [{ i, value: Number(value), margin: marginOf(row[`c${i}`]) }];
  });
  if (numbers.length < minEqual.count || names.length === 0) return false;
  const at = Number(row.r);
  const others = new Set(leftOut);
  let last = at - 1;
  while (others.has(last)) last -= 1;
  const previous = Math.max(-1, ...leftOut.filter((other) => other < last));
  for (const first of new Set([previous + 1, 0])) {
    const from = Math.max(first, last - maxRowsAbove);
    const measures = names.flatMap((name) => numbers.map(({ i }) => `${name}(n${i}) as ${name}${i}`));
    const within = leftOut.filter((other) => other >= from && other <= last);
    const [found = {}] = await tables.all(
      `select count(*) as n, ${measures.join(', ')} from ${parquetSql(parquet)}
        where file_row_number between ${from} and ${last}
        ${within.length > 0 ? `and file_row_number not in (${within.join(', ')})` : ''}`,
      [],
      jobStatement,
    );
    if (Number(found.n) < minRowsAbove) continue;
    const equal = (name: string) =>
      numbers.filter(({ i, value, margin }) => Math.abs(Number(found[`${name}${i}`] ?? NaN) - value) <= margin).length;
    const most = Math.max(...names.map(equal));
    if (most >= minEqual.count && most >= minEqual.share * numbers.length) return true;
  }
  return false;
}

/** Half of the last decimal of a number as it is written. */
function marginOf(text: unknown): number {
  const decimals = /[.,](\d+)\D*$/.exec(String(text))?.[1]?.length ?? 0;
  return 0.501 * 10 ** -decimals;
}
