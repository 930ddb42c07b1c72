import type { CsvDialect } from '@domain/api/uploads';

import { sqlText } from '../context/table-engine';

type Decimal = CsvDialect['decimal'];

/** Blanks around a value, the non-breaking one included. */
const blankCharacters = ' \t\r\n\u00a0';
const blanks = sqlText(blankCharacters);
/** Numbers beyond are none; keeps infinity out, and 'nan', which the engine takes for the greatest of all. */
const largest = '1e100';
/** Longest text that is looked at for a number. */
const maxNumberCharacters = 100;

/**
 * Select list that makes of each text column c<i> what the table holds: c<i> as it stands, null when nothing
 * but blanks is in it, and n<i>, its reading as a number by the column's decimal sign; null for anything
 * else, such as 'nan', '1_000' or '12 cm'.
 *
 * Two levels: the engine takes half a minute to find equal expressions in those of 1000 columns.
 */
export function readCells(from: string, decimals: Decimal[]): string {
  const cells = decimals.map((_, i) => `${cell(`c${i}`)} as c${i}`);
  const numbers = decimals.map((decimal, i) => `${number(`c${i}`, `d${i}`, decimal)} as n${i}`);
  const casts = decimals.map((decimal, i) => `c${i}, ${cast(`c${i}`, decimal)} as d${i}`);
  return `select ${cells.join(', ')}, ${numbers.join(', ')} from (select ${casts.join(', ')} from ${from})`;
}

/** Whether a cell is a number with this decimal sign and digits behind it. */
export function hasDecimals(column: string, decimal: Decimal): string {
  const sign = decimal === ',' ? ',' : '[.]';
  return `(contains(${column}, '${decimal}') and regexp_full_match(${column}, '${padded(`[+-]?\\d*${sign}\\d+`)}'))`;
}

/** The same of texts outside the engine. */
export const decimalPatterns: Record<Decimal, RegExp> = { '.': /^\s*[+-]?\d*\.\d+\s*$/, ',': /^\s*[+-]?\d*,\d+\s*$/ };

/** Cutting blanks off costs several times more than comparing: only what begins with one is cut. */
function cell(column: string): string {
  return `case when ${column} >= '!' and (${column} < '\u00a0' or ${column} >= '\u00a1') then ${column}
    when trim(${column}, ${blanks}) <> '' then ${column} end`;
}

/** What the engine takes for a number, which is cheap and nearly right. */
function cast(column: string, decimal: Decimal): string {
  if (decimal === '.') return `try_cast(${column} as double)`;
  return `case when not contains(${column}, '.') then try_cast(replace(${column}, ',', '.') as double) end`;
}

/** The engine also takes '1_000'; it does not take blanks of every kind. */
function number(column: string, casted: string, decimal: Decimal): string {
  const sign = decimal === ',' ? ',' : '[.]';
  const pattern = padded(`[+-]?(\\d+(${sign}\\d*)?|${sign}\\d+)([eE][+-]?\\d{1,2})?`);
  const trimmed = `trim(${column}, ${blanks})`;
  const text = decimal === ',' ? `replace(${trimmed}, ',', '.')` : trimmed;
  return `case
    when ${casted} is not null then
      case when ${casted} between -${largest} and ${largest} and not contains(${column}, '_') then ${casted} end
    when length(${column}) < ${maxNumberCharacters} and regexp_full_match(${column}, '${pattern}')
      then try_cast(${text} as double) end`;
}

function padded(pattern: string): string {
  return `[${blankCharacters}]*${pattern}[${blankCharacters}]*`;
}
