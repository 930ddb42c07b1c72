/** Parameter of a statement, or value in a row. */
export type SqlValue = string | number | boolean | null;
export type SqlRow = Record<string, SqlValue>;

/** Stands for NULL among numbers. */
export const noNumber = 65_535;

/**
 * Format of bytes of rows: lines of csv without headings; the cases of an SPSS file with the widths of its variables; or
 * whole numbers from 0 to 65,534 as this machine stores them in 16 bits, each part of the bytes column after column.
 */
export type RowFormat = { name: 'csv' } | { name: 'sav'; widths: number[] } | { name: 'numbers' };

export interface StatementOptions {
  /** Time after which the statement is stopped with TableEngineError 'timeout'. */
  timeoutMs?: number;
  /** Stops the statement, which fails with its reason. */
  signal?: AbortSignal;
  /** The statement only writes a Parquet file from a scan, which takes little memory. */
  writesTable?: boolean;
}

/**
 * Columnar engine (DuckDB) in a process of its own with limits of memory and time, or in several. It is restarted after a
 * crash. 64-bit counts are returned as numbers.
 */
export interface TableEngine {
  all(sql: string, parameters?: SqlValue[], options?: StatementOptions): Promise<SqlRow[]>;
  /** The rows in batches, read as the caller consumes them. */
  stream(sql: string, parameters?: SqlValue[], options?: StatementOptions): AsyncIterable<SqlRow[]>;
  /** The rows as bytes of a file. That takes much less time than rows, which have to be sent value by value. */
  encode(sql: string, format: RowFormat, options?: StatementOptions): AsyncIterable<Uint8Array>;
  run(sql: string, parameters?: SqlValue[], options?: StatementOptions): Promise<void>;
  close(): Promise<void>;
  /** Processes among which its statements are divided; 1 if it is not stated. */
  processes?: number;
  /** The engine for work that others wait for, too, if this one is that of a single account. */
  shared?: TableEngine;
}

/** A repository for making what everybody gets, so that it does not wait for what else its first reader does. */
export function forEverybody<Repository extends { tables: TableEngine }>(repository: Repository): Repository {
  return { ...repository, tables: repository.tables.shared ?? repository.tables };
}

export class TableEngineError extends Error {
  readonly reason: 'statement' | 'timeout' | 'crashed';

  constructor(reason: 'statement' | 'timeout' | 'crashed', message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'TableEngineError';
    this.reason = reason;
  }
}

/** Whether a statement took more time or memory than it may. */
export function isTooMuch(error: unknown): boolean {
  if (!(error instanceof TableEngineError)) return false;
  // The engine has no code for it; a child without memory may also end.
  return error.reason !== 'statement' || error.message.startsWith('Out of Memory Error');
}

/** A text of a row; null for anything else. */
export function textOrNull(value: SqlValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

/** A number of a row; null for anything else. */
export function numberOrNull(value: SqlValue | undefined): number | null {
  return typeof value === 'number' ? value : null;
}

/** Quotes a text for places where a statement takes no parameter, such as paths of read_parquet. */
export function sqlText(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

/** Table function that reads a local Parquet file with row numbers. */
export function parquetSql(path: string): string {
  return `read_parquet(${sqlText(path)}, file_row_number = true)`;
}

/** Quotes an identifier. */
export function sqlName(value: string): string {
  return `"${value.replaceAll('"', '""')}"`;
}

/** Options for statements of jobs. The largest file that the specification allows takes hours. */
export const jobStatement: StatementOptions = { timeoutMs: 12 * 60 * 60 * 1000 };

/** Number of rows of a local Parquet file. */
export async function countRows(tables: TableEngine, path: string): Promise<number> {
  const [row] = await tables.all(`select num_rows from parquet_file_metadata(${sqlText(path)})`);
  return Number(row?.num_rows ?? 0);
}
