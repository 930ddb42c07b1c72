import type { SkippedTable } from '@domain/api/readings';
import type { ColumnInfo as StoredColumnInfo } from '@domain/column-info';
import type { ErrorParameters } from '@domain/error-codes';
import { parserMemoryBytes, parserSeconds } from '@domain/limits';

import type { FailureCode } from '../file-failure';

/** Types of files that the parser child reads. */
export type ParsedKind = 'xlsx' | 'xls' | 'sav';

/** A column that the file itself describes. */
export interface ColumnInfo extends StoredColumnInfo {
  /** Name from the file; not necessarily unique. */
  name: string;
}

/** Merged cells of a sheet, counted from 0, ends included. */
export interface CellRange {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

/**
 * Receives the tables of a file one after the other: `open`, any number of rows, `close`.
 *
 * With `columns`, every row is data and has a cell for each of them. Without, rows come as they are in the
 * file, including header and title lines; the header is found later.
 */
export interface TableSink {
  open(table: { name: string; columns?: ColumnInfo[]; date1904?: boolean }): void;
  /**
   * One row. Cells are text: numbers as shortest round-trip decimals with a point, dates in ISO format; null is
   * a missing value.
   */
  row(cells: (string | null)[]): void;
  /** `merges`: merged cells near the top of a sheet, which show which header lines belong together. */
  close(layout?: { merges: CellRange[] }): void;
}

/** Receives the tables of a workbook, and the sheets that are skipped. */
export interface WorkbookSink extends TableSink {
  skip(sheet: SkippedTable): void;
}

/** Limits for reading an Excel or SPSS file. */
export interface ParserLimits {
  /** Minimum time limit of a file, and time per 100 MB. */
  minMilliseconds: number;
  millisecondsPer100Mb: number;
  /** Resident memory of the child process. */
  memoryBytes: number;
  /** Visible sheets of a workbook. */
  sheets: number;
  /** Filled cells of a file. */
  cells: number;
  /** Entries of a zip. */
  zipEntries: number;
  /** Unpacked size of all entries of a zip. */
  unzippedBytes: number;
  /** Ratio of unpacked to packed size of an entry, checked from `ratioFromBytes` unpacked bytes. */
  zipRatio: number;
  ratioFromBytes: number;
}

/** Time for 100 MB, as a multiple of the minimum time limit. */
const timesPer100Mb = 3;

/**
 * Limits for the settings of an installation. Measured: 100 MB of xlsx, 18 million cells, take 35 s of one
 * processor. The number of cells is that of a sheet of full height with 95 columns. Sheets of numbers are
 * compressed to between 1/10 and 1/40; the maximum of deflate, which zip bombs approach, is 1/1032.
 */
export function limitsOf(settings: { parserSeconds: number; parserMemoryBytes: number }): ParserLimits {
  return {
    minMilliseconds: settings.parserSeconds * 1000,
    millisecondsPer100Mb: settings.parserSeconds * timesPer100Mb * 1000,
    memoryBytes: settings.parserMemoryBytes,
    sheets: 100,
    cells: 100_000_000,
    zipEntries: 10_000,
    unzippedBytes: 8 * 1024 ** 3,
    zipRatio: 200,
    ratioFromBytes: 20 * 1024 ** 2,
  };
}

/** Limits for default settings. */
export const parserLimits = limitsOf({ parserSeconds, parserMemoryBytes });

/** Types of documents whose lines the parser child writes into a table. */
export type DocumentKind = 'pdf' | 'text';

/** Request to the parser child: its only argument, as JSON. */
export interface ParserRequest {
  kind: ParsedKind | DocumentKind;
  file: string;
  /** Existing folder for the tables. */
  folder: string;
  limits: ParserLimits;
}

/** A table that the child has written to `csv`, comma-separated in UTF-8, with the rows of the file. */
export interface ParsedTable {
  name: string;
  csv: string;
  /** Number of columns up to the last one with a filled cell. */
  width: number;
  rowCount: number;
  /** Columns if the file itself names them; every row is data then. */
  columns: ColumnInfo[] | null;
  merges: CellRange[];
  /** Numbered days of the workbook begin in 1904. */
  date1904: boolean;
}

export interface ParsedFile {
  tables: ParsedTable[];
  skipped: SkippedTable[];
}

/** The one message of the child: its tables, the problem of the file, or a failure that is not due to the file. */
export type ParserReport =
  | ({ state: 'read' } & ParsedFile)
  | { state: 'refused'; code: FailureCode; parameters: ErrorParameters }
  | { state: 'failed'; message: string };
