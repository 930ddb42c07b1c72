/** Value that goes into a statement's `?` or comes out of a row. */
export type SqlValue = string | number | boolean | null;
export type SqlRow = Record<string, SqlValue>;

export interface StatementOptions {
  /** Longest time before the statement is stopped and refused with TableEngineError 'timeout'. */
  timeoutMs?: number;
  /** The statement writes a Parquet file from a scan and does nothing else that takes memory. */
  writesTable?: boolean;
}

/**
 * The columnar engine (DuckDB) in its own process: limits of memory and time hold there, and a crash
 * takes nothing along; the process is started again. 64-bit counts come back as numbers.
 */
export interface TableEngine {
  all(sql: string, parameters?: SqlValue[], options?: StatementOptions): Promise<SqlRow[]>;
  /** Same rows in batches, read as the caller consumes them: memory stays flat on both sides. */
  stream(sql: string, parameters?: SqlValue[], options?: StatementOptions): AsyncIterable<SqlRow[]>;
  run(sql: string, parameters?: SqlValue[], options?: StatementOptions): Promise<void>;
  close(): Promise<void>;
}

export class TableEngineError extends Error {
  readonly reason: 'statement' | 'timeout' | 'crashed';

  constructor(reason: 'statement' | 'timeout' | 'crashed', message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'TableEngineError';
    this.reason = reason;
  }
}

/** Quotes a text for use inside a statement, where a parameter cannot stand (paths of read_parquet). */
export function sqlText(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

/** Table function over a Parquet file on this machine, with the row numbers that cells are named by. */
export function parquetSql(path: string): string {
  return `read_parquet(${sqlText(path)}, file_row_number = true)`;
}

/** Quotes an identifier. */
export function sqlName(value: string): string {
  return `"${value.replaceAll('"', '""')}"`;
}

/** For statements of jobs: a table of the largest file the spec allows takes hours. */
export const jobStatement: StatementOptions = { timeoutMs: 12 * 60 * 60 * 1000 };
