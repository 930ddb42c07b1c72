import { sqlText, TableEngineError } from '../context/table-engine';
import type { CsvForm } from './csv-dialect';
import { FileFailure } from './file-failure';

/** A csv file in UTF-8 with the form of its text. */
export interface CsvText extends CsvForm {
  path: string;
  /** Rows end with a line feed alone, whatever line breaks stand in cells. */
  endsInLineFeed: boolean;
}

/** How strictly the engine reads. */
export interface CsvScan {
  parallel: boolean;
  /** Faulty quotation marks and line ends of several kinds are refused. */
  strict: boolean;
}

/** Piece of a csv file that is read at once. Measured: pieces of 32 MiB double the memory and win no time. */
const bufferBytes = 4 * 1024 * 1024;

/** The file as a table of text columns c0, c1 …, without its first `skip` rows (blank lines count). */
export function csvSql(
  { path, separator, width, hasSeparatorLine, endsInLineFeed }: CsvText,
  { parallel, strict }: CsvScan,
  skip = 0,
): string {
  const columns = Array.from({ length: width }, (_, i) => `'c${i}': 'VARCHAR'`);
  return `read_csv(${sqlText(path)}, auto_detect = false, header = false, columns = {${columns.join(', ')}},
    skip = ${skip + (hasSeparatorLine ? 1 : 0)}, delim = ${sqlText(separator)}, quote = '"', escape = '"',
    ${endsInLineFeed ? `new_line = '\\n',` : ''} null_padding = true, parallel = ${parallel},
    strict_mode = ${strict}, buffer_size = ${bufferBytes})`;
}

/**
 * Runs `read` with the scan given, then with others where the engine asks for it; answers the one that
 * worked. Throws FileFailure when the file is at fault.
 */
export async function scanCsv<T>(
  csv: CsvText,
  scan: CsvScan,
  read: (scan: CsvScan) => Promise<T>,
): Promise<{ result: T; scan: CsvScan }> {
  try {
    return { result: await read(scan), scan };
  } catch (error) {
    const next = nextScan(error instanceof Error ? error.message : '', scan);
    if (!next) throw asFailure(error, csv);
    return scanCsv(csv, next, read);
  }
}

/**
 * Several threads cannot tell a line break in a cell from the end of a short row; a strict scan ends in
 * an 'invalid state' where line ends differ, also those within cells.
 */
function nextScan(message: string, { parallel, strict }: CsvScan): CsvScan | null {
  if (parallel && message.includes('parallel=false')) return { parallel: false, strict };
  return strict && message.includes('invalid state') ? { parallel: true, strict: false } : null;
}

/** What DuckDB says about a line it cannot read, as a sentence for the owner; any other fault is ours. */
function asFailure(error: unknown, { width }: CsvForm): unknown {
  if (!(error instanceof TableEngineError) || error.reason !== 'statement') return error;
  const line = /CSV Error on Line: (\d+)/.exec(error.message)?.[1];
  if (!line) return error.message.includes('CSV Parser') ? new FileFailure('damaged') : error;
  const found = /Expected Number of Columns: \d+ Found: (\d+)/.exec(error.message)?.[1];
  if (found) return new FileFailure('row-too-long', { line, found, expected: width });
  if (error.message.includes('unterminated quote')) return new FileFailure('quote-open', { line });
  if (error.message.includes('Maximum line size')) return new FileFailure('line-too-long', { line });
  return new FileFailure('not-readable', { line });
}
