import { firstDataRow, previewRowsPerPage } from '@domain/limits';

/** Rows that are shown, by their numbers in the file, and where its other rows are. */
export interface RowPage {
  first: number;
  last: number;
  /** Last row of the table. */
  end: number;
  /** First rows of the pages before and after this one, and of the last one; null where this page is it. */
  previous: number | null;
  next: number | null;
  lastPage: number | null;
}

/**
 * The page that begins with the row wanted, or with the nearest there is. Any text is taken: it comes from
 * an address.
 */
export function rowPage(rowCount: number, wanted: string | null): RowPage {
  const end = firstDataRow + rowCount - 1;
  const number = Math.trunc(Number(wanted)) || firstDataRow;
  const first = Math.max(firstDataRow, Math.min(number, end));
  const last = Math.min(first + previewRowsPerPage - 1, end);
  return {
    first,
    last,
    end,
    previous: first > firstDataRow ? Math.max(firstDataRow, first - previewRowsPerPage) : null,
    next: last < end ? last + 1 : null,
    lastPage: last < end ? Math.max(firstDataRow, end - previewRowsPerPage + 1) : null,
  };
}
