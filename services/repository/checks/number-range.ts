import type { CheckedColumn, CheckedTable, NumberRange } from './checked-table';
import { isNamedByTest } from './long-format';
import { keptDecimals } from './text-number-sql';

/**
 * Limits of the numbers of a column in the default unit of its target, so that no cell has to be compared with bounds
 * that none exceeds. Null if the file does not state them. Rows that are left out count, so the real ones may be narrower.
 */
export function rangeOf(column: CheckedColumn, table: CheckedTable): { min: number; max: number } | null {
  const range = readRangeOf(column, table);
  const { way, factor, offset } = column.unit.conversion;
  if (!range || way !== 'linear' || factor <= 0) return null;
  if (factor === 1 && offset === 0) return range;
  // Converted numbers are rounded, and by the engine.
  const margin = 2 * 10 ** -keptDecimals;
  return { min: range.min * factor + offset - margin, max: range.max * factor + offset + margin };
}

/** The same limits in the unit of the file. */
export function readRangeOf(column: CheckedColumn, table: CheckedTable): NumberRange | null {
  return isNamedByTest(column, table) ? null : (table.ranges.get(column.position) ?? null);
}
