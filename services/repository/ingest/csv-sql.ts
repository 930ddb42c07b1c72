import type { CsvDialect } from '@domain/api/uploads';

import { sqlText, TableEngineError } from '../context/table-engine';
import { dashes, largestNumber, maxNumberCharacters } from '../vocabulary/cell-patterns';
import type { CsvForm } from './csv-dialect';
import { FileFailure } from './file-failure';

/** A UTF-8 csv file and its format. */
export interface CsvText extends CsvForm {
  path: string;
  /** Rows end with only a line feed. Cells may have other line breaks. */
  endsInLineFeed: boolean;
  /** No underscore stands between two digits. */
  hasPlainDigits?: boolean;
}

/** Reading mode of the engine. */
export interface CsvScan {
  parallel: boolean;
  /** Refuses invalid quotation marks and mixed line ends. */
  strict: boolean;
}

/** Read buffer of the engine. Measured: 32 MiB double the memory and are not faster. */
const bufferBytes = 4 * 1024 * 1024;

/** SQL for the file as a table of text columns c0, c1 …, without its first `skip` rows, including blank ones. */
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
 * Runs `read` in the given mode, then in others that the engine asks for. Returns the mode that worked. Throws
 * FileFailure.
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
 * A parallel scan cannot distinguish a line break in a cell from the end of a short row. A strict scan ends in
 * an 'invalid state' if line ends differ, even those within cells.
 */
function nextScan(message: string, { parallel, strict }: CsvScan): CsvScan | null {
  if (parallel && message.includes('parallel=false')) return { parallel: false, strict };
  return strict && message.includes('invalid state') ? { parallel: true, strict: false } : null;
}

/** Converts a DuckDB error about a line to a FileFailure. Returns other errors unchanged. */
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

type Decimal = CsvDialect['decimal'];

/** White space around values, including the non-breaking space. */
const spaceCharacters = ' \t\r\n\u00a0';
const spaces = sqlText(spaceCharacters);
/** Text programs set a minus sign or a dash before a number. */
const plusOrMinus = `[+${dashes}-]`;
/** Follows the digits in ASCII. Before it are also all signs and spaces with which a number in ASCII may begin. */
const afterDigits = ':';

/** What the engine may take for a number although it is none, and is looked for in each cell. */
export interface Oddities {
  /** A text such as '1_000'. */
  underscores: boolean;
  /** An infinite number, or one beyond the largest. */
  extremes: boolean;
}

/**
 * Query for the columns of the table: each text column c<i>, null if blank, and n<i>, its number with the decimal
 * sign of the column; null for other texts, such as 'nan', '1_000' or '12 cm'. `blank` marks rows without any text.
 *
 * The query has two levels, because the engine takes half a minute to find common expressions in 1000 columns.
 */
export function readCells(from: string, decimals: Decimal[], oddities: Oddities): string {
  const names = decimals.map((_, i) => `c${i}`);
  const numbers = decimals.map((decimal, i) => `${number(`c${i}`, `d${i}`, decimal, oddities)} as n${i}`);
  const casts = decimals.map((decimal, i) => `${cell(`c${i}`)} as c${i}, ${cast(`c${i}`, decimal)} as d${i}`);
  return `select ${names.join(', ')}, ${numbers.join(', ')}, coalesce(${names.join(', ')}) is null as blank
    from (select ${casts.join(', ')} from ${from})`;
}

/** Condition that a cell is a number with this decimal sign followed by digits. */
export function hasDecimals(column: string, decimal: Decimal): string {
  const sign = decimal === ',' ? ',' : '[.]';
  return `(contains(${column}, '${decimal}') and regexp_full_match(${column}, '${padded(`${plusOrMinus}?\\d*${sign}\\d+`)}'))`;
}

/** Condition that a cell is a number in which this sign may separate thousands: 1.087. */
export function isGrouped(column: string, decimal: Decimal): string {
  const sign = decimal === ',' ? ',' : '[.]';
  const pattern = padded(`${plusOrMinus}?[1-9]\\d{0,2}${sign}\\d{3}`);
  return `(contains(${column}, '${decimal}') and regexp_full_match(${column}, '${pattern}'))`;
}

/** The same for texts outside the engine. */
export const groupedPatterns: Record<Decimal, RegExp> = {
  '.': new RegExp(`^\\s*${plusOrMinus}?[1-9]\\d{0,2}\\.\\d{3}\\s*$`),
  ',': new RegExp(`^\\s*${plusOrMinus}?[1-9]\\d{0,2},\\d{3}\\s*$`),
};

/** Condition of `hasDecimals` for texts outside the engine. */
export const decimalPatterns: Record<Decimal, RegExp> = {
  '.': new RegExp(`^\\s*${plusOrMinus}?\\d*\\.\\d+\\s*$`),
  ',': new RegExp(`^\\s*${plusOrMinus}?\\d*,\\d+\\s*$`),
};

/**
 * Trimming is several times slower than a comparison, so only texts that begin with white space are trimmed. The engine
 * sorts selected rows after an 'or', so there is none.
 */
function cell(column: string): string {
  return `case when ${column} >= '!' and ${column} < '\u00a0' then ${column} when ${column} >= '\u00a1' then ${column}
    when trim(${column}, ${spaces}) <> '' then ${column} end`;
}

/**
 * The engine's own conversion, which is fast and almost correct. Words are left out, because the engine writes an error
 * message for each.
 */
function cast(column: string, decimal: Decimal): string {
  const point = decimal === ',' ? `replace(${column}, ',', '.')` : column;
  const isNumber = `${column} < '${afterDigits}'${decimal === ',' ? ` and not contains(${column}, '.')` : ''}`;
  return `case when ${isNumber} then try_cast(${point} as double) end`;
}

/**
 * Corrects the engine's conversion, which accepts '1_000' but not all kinds of white space. No number begins with a
 * letter.
 */
function number(column: string, casted: string, decimal: Decimal, { underscores, extremes }: Oddities): string {
  const sign = decimal === ',' ? ',' : '[.]';
  const pattern = padded(`${plusOrMinus}?(\\d+(${sign}\\d*)?|${sign}\\d+)([eE][+-]?\\d{1,2})?`);
  const trimmed = `trim(${column}, ${spaces})`;
  const point = decimal === ',' ? `replace(${trimmed}, ',', '.')` : trimmed;
  const text = `translate(${point}, '${dashes}', '${'-'.repeat(dashes.length)}')`;
  const conditions = [
    ...(extremes ? [`abs(${casted}) <= ${largestNumber}`] : []),
    ...(underscores ? [`not contains(${column}, '_')`] : []),
  ];
  const accepted = conditions.length > 0 ? `case when ${conditions.join(' and ')} then ${casted} end` : casted;
  return `case
    when ${casted} is not null then ${accepted}
    when ${column} >= '${afterDigits}' and ${column} < '\u0080' then null
    when length(${column}) <= ${maxNumberCharacters} and regexp_full_match(${column}, '${pattern}')
      then try_cast(${text} as double) end`;
}

function padded(pattern: string): string {
  return `[${spaceCharacters}]*${pattern}[${spaceCharacters}]*`;
}
