import { FileFailure } from '../file-failure';
import type { CellRange } from '../parsers/table-sink';

/** Size of a sheet since Excel 2007. */
export const sheetBounds = { rows: 1_048_576, columns: 16_384 };

/** Row and column of 'AB12', counted from 0. */
export function cellPlace(reference: string): { row: number; column: number } {
  let column = 0;
  let at = 0;
  for (; at < reference.length; at += 1) {
    const letter = reference.charCodeAt(at) & ~32;
    if (letter < 65 || letter > 90) break;
    column = column * 26 + letter - 64;
  }
  const row = Number(reference.slice(at));
  if (at === 0 || at > 3 || !Number.isInteger(row)) throw new FileFailure('damaged');
  return { row: row - 1, column: column - 1 };
}

/** Cells of 'A1:C2'; null for a reference of another form, which merges nothing. */
export function rangePlace(reference: string): CellRange | null {
  const [, from, to] = /^\$?([A-Z]{1,3}\$?\d+):\$?([A-Z]{1,3}\$?\d+)$/.exec(reference) ?? [];
  if (!from || !to) return null;
  const start = cellPlace(from.replace('$', ''));
  const end = cellPlace(to.replace('$', ''));
  return { top: start.row, left: start.column, bottom: end.row, right: end.column };
}
