import type { SkippedTable } from '@domain/api/readings';
import type { ErrorParameters } from '@domain/error-codes';

import type { FailureCode } from '../file-failure';
import type { ParsedKind } from '../file-kind';
import type { ParserLimits } from './parser-limits';
import type { CellRange, ColumnInfo } from './table-sink';

/** What the parser child is asked to read: its only argument, as JSON. */
export interface ParserRequest {
  kind: ParsedKind;
  file: string;
  /** Existing folder for the tables. */
  folder: string;
  limits: ParserLimits;
}

/** A table as the child has written it: `csv` with commas, UTF-8, rows as they stand in the file. */
export interface ParsedTable {
  name: string;
  csv: string;
  /** Columns up to the last that holds anything. */
  width: number;
  rowCount: number;
  /** When the file itself names its columns: every row is data. */
  columns: ColumnInfo[] | null;
  merges: CellRange[];
}

export interface ParsedFile {
  tables: ParsedTable[];
  /** Sheets that became none. */
  skipped: SkippedTable[];
}

/** The one message of the child: the tables, what is wrong with the file, or a fault that is not its own. */
export type ParserReport =
  | ({ state: 'read' } & ParsedFile)
  | { state: 'refused'; code: FailureCode; parameters: ErrorParameters }
  | { state: 'failed'; message: string };
