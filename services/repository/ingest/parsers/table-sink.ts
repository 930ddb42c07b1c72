/** What a file says about one of its columns, beside the cells. */
export interface ColumnInfo {
  /** Name as it stands in the file; need not be unique. */
  name: string;
  /** Long name in words (SPSS variable label). */
  label?: string;
  /** Words of coded values: '1' -> 'male'. Keys are cells as text, as `row` gives them. */
  valueLabels?: Record<string, string>;
  /**
   * Values that count as missing although cells hold them. Bounds of ranges are decimals, both included;
   * null = unbounded.
   */
  missing?: { values: string[]; ranges: { from: string | null; to: string | null }[] };
  /** What the cells mean. Dates and times are ISO 8601 text, a duration is 'hh:mm:ss' with hours beyond 24. */
  kind: 'text' | 'number' | 'date' | 'datetime' | 'time' | 'duration';
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
  close(): Promise<void>;
}
