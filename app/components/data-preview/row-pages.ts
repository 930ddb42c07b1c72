import type { RowWindow, TableShape } from '@domain/api/uploads';
import { previewRowsPerPage } from '@domain/limits';

/** Range of rows on a page, with their numbers in the file, and the pages around it. */
export interface RowPage {
  first: number;
  last: number;
  /** Last row of the table. */
  end: number;
  /** First rows of the previous, next and last page; null if there is no such page. */
  previous: number | null;
  next: number | null;
  lastPage: number | null;
}

/**
 * Returns the page that begins with the requested row, or with the nearest one. `wanted` comes from an address and may
 * be any text.
 */
export function rowPage(
  { rowCount, firstRow }: Pick<TableShape, 'rowCount' | 'firstRow'>,
  wanted: string | null,
): RowPage {
  const end = firstRow + rowCount - 1;
  const number = Math.trunc(Number(wanted)) || firstRow;
  const first = Math.max(firstRow, Math.min(number, end));
  const last = Math.min(first + previewRowsPerPage - 1, end);
  return {
    first,
    last,
    end,
    previous: first > firstRow ? Math.max(firstRow, first - previewRowsPerPage) : null,
    next: last < end ? last + 1 : null,
    lastPage: last < end ? Math.max(firstRow, end - previewRowsPerPage + 1) : null,
  };
}

/** The page with the rows that its window has, if they did not all fit. */
export function pageOfWindow(page: RowPage, firstRow: number, { nextOffset }: Pick<RowWindow, 'nextOffset'>): RowPage {
  if (nextOffset === undefined) return page;
  const next = firstRow + nextOffset;
  return { ...page, last: next - 1, next };
}

/** Maximum length of a cell in a preview. Enough to recognise a text, and it keeps the page small. */
const maxCellCharacters = 200;

/** Cuts the text of a cell to the maximum length. */
function shortenCell(text: string): string {
  if (text.length <= maxCellCharacters) return text;
  const characters = [...text.slice(0, 2 * maxCellCharacters)];
  return characters.length > maxCellCharacters ? `${characters.slice(0, maxCellCharacters - 1).join('')}…` : text;
}

/** Cuts the texts of a row of cells. */
export function shortenRow<Row extends { values: (string | null)[] }>(row: Row): Row {
  return { ...row, values: row.values.map((value) => value && shortenCell(value)) };
}
