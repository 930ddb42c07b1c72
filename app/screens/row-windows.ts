import { firstDataRow } from '@domain/limits';

/**
 * The fewest windows of at most `maxLimit` rows that hold all the rows asked for, by their numbers in the
 * file (the first data row is 2); offsets count from 0.
 */
export function rowWindows(rows: readonly number[], maxLimit: number): { offset: number; limit: number }[] {
  const windows: { offset: number; limit: number }[] = [];
  for (const row of [...rows].sort((a, b) => a - b)) {
    const offset = row - firstDataRow;
    const last = windows.at(-1);
    if (last && offset < last.offset + maxLimit) last.limit = offset - last.offset + 1;
    else windows.push({ offset, limit: 1 });
  }
  return windows;
}
