import { columnLetters } from '@domain/column-letters';
import { columnsPerPage } from '@domain/limits';

/** Page of a wide table's columns: indexes from `start` up to, not including, `end`. */
export interface ColumnPage {
  /** Counts from 1. */
  number: number;
  start: number;
  end: number;
  /** Letters of the first and last column. */
  first: string;
  last: string;
}

/** Pages of a table's columns. A table without columns has one empty page. */
export function columnPages(columnCount: number): ColumnPage[] {
  const pages = Math.max(1, Math.ceil(columnCount / columnsPerPage));
  return Array.from({ length: pages }, (_, index) => {
    const start = index * columnsPerPage;
    const end = Math.min(start + columnsPerPage, columnCount);
    return {
      number: index + 1,
      start,
      end,
      first: columnLetters(start),
      last: columnLetters(Math.max(start, end - 1)),
    };
  });
}

/**
 * Returns the page with that number (from 1) or the nearest one. `wanted` comes from an address or a form and may be
 * any text.
 */
export function pickPage<Page>(pages: readonly Page[], wanted: string | null): Page {
  const number = Math.trunc(Number(wanted)) || 1;
  return pages[Math.min(Math.max(number, 1), pages.length) - 1]!;
}

/** Positions of a page's columns in the table, from 0. */
export function positionsOf({ start, end }: ColumnPage): number[] {
  return Array.from({ length: end - start }, (_, offset) => start + offset);
}
