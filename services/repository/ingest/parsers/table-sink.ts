import type { SkippedTable } from '@domain/api/readings';
import type { ColumnInfo as StoredColumnInfo } from '@domain/column-info';

/** A column of a file that tells more than the cells. */
export interface ColumnInfo extends StoredColumnInfo {
  /** Name as it stands in the file; need not be unique. */
  name: string;
}

/** Cells of a sheet that are merged into one; counted from 0, ends included. */
export interface CellRange {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

/**
 * Takes the tables of a file one after the other: `open`, any number of rows, `close`.
 *
 * With `columns`, every row is data and has a cell for each of them; without, the rows come as they stand
 * in the file, header and title lines included, and the header is looked for later.
 */
export interface TableSink {
  open(table: { name: string; columns?: ColumnInfo[] }): Promise<void>;
  /**
   * One row. Cells are text: numbers as shortest round-trip decimals with a point, dates in ISO; null is a
   * missing value. A promise that comes back must be awaited: that is the back-pressure.
   */
  row(cells: (string | null)[]): void | Promise<void>;
  /** `merges`: merged cells near the top of a sheet, which tell how its header lines belong together. */
  close(layout?: { merges: CellRange[] }): Promise<void>;
}

/** Takes the tables of a workbook, and word of the sheets that become none. */
export interface WorkbookSink extends TableSink {
  skip(sheet: SkippedTable): void;
}
