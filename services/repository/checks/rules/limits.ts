import type { Bounds } from '../../vocabulary';
import { isNamedByTest, namedTest } from '../long-format';
import type { CheckedColumn, CheckedTable } from '../checked-table';
import { rangeOf } from '../number-range';
import type { CellSql, Named, Parameters } from '../rule';

type Kind = 'hard' | 'warn';

/**
 * SQL condition for a number outside the bounds, which are both allowed; null without bounds, and if the file states that
 * no number is.
 */
export function outside(kind: Kind, column: CheckedColumn, { number }: CellSql, table: CheckedTable) {
  if (areAllInside(kind, column, table)) return null;
  const limits = limitsSql(kind, column, table);
  return limits && `(${number} < ${limits.min} or ${number} > ${limits.max})`;
}

/** Whether the file states that every number is within the bounds. */
export function areAllInside(kind: Kind, column: CheckedColumn, table: CheckedTable): boolean {
  const [range, bounds] = [rangeOf(column, table), column.target[kind]];
  return range !== null && bounds !== null && range.min >= bounds.min && range.max <= upper(bounds, table);
}

/** SQL condition for a number within the bounds, both included; null without bounds. */
export function inside(kind: Kind, column: CheckedColumn, number: string, table: CheckedTable) {
  const limits = limitsSql(kind, column, table);
  return limits && `${number} between ${limits.min} and ${limits.max}`;
}

/** Bounds stored with a problem, in the default unit, because they may change in a later vocabulary. */
export function limitParameters(kind: Kind, column: CheckedColumn, table: CheckedTable): Parameters {
  if (isNamedByTest(column, table)) return {};
  const limits = limitsSql(kind, column, table);
  return limits ? { a: limits.min, b: limits.max } : {};
}

/** Parameters of a message about bounds: the number; in long format also the test and its bounds. */
export function limitNames(kind: Kind, column: CheckedColumn, cell: CellSql, table: CheckedTable): Named {
  const named = { a: namedTest[kind].min, b: namedTest[kind].max };
  return { ...numberNames(column, cell, table), ...(isNamedByTest(column, table) ? named : {}) };
}

/** The number of a cell; in long format also its test. */
export function numberNames(column: CheckedColumn, { number }: CellSql, table: CheckedTable): Named {
  return { v: number, ...testNames(column, table) };
}

/** In long format, the test that the row names. */
export function testNames(column: CheckedColumn, table: CheckedTable): Named {
  return isNamedByTest(column, table) ? { t: namedTest.key } : {};
}

function limitsSql(kind: Kind, column: CheckedColumn, table: CheckedTable): { min: string; max: string } | null {
  const scale = column.target.statistic?.scale;
  if (isNamedByTest(column, table)) return scale === 'spread' ? null : namedTest[kind];
  const bounds = column.target[kind];
  return bounds && { min: String(bounds.min), max: String(upper(bounds, table)) };
}

function upper({ max }: Bounds, { today }: CheckedTable): number {
  return max === 'this-year' ? Number(today.slice(0, 4)) : max;
}
