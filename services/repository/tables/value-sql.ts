import { sqlText } from '../context/table-engine';

/** Spaces that spreadsheets leave around a value, including the non-breaking one. */
const blanks = sqlText(' \t\r\n\u00a0');

/** Cell of a column as trimmed text, '' if it is empty. */
export function valueSql(position: number): string {
  return `coalesce(trim(c${position}, ${blanks}), '')`;
}

/** Above this, not every whole number is exact. */
const maxWholeNumber = 1e15;

/** Cell of a coded column in lower case; whole numbers without decimals or leading zeros, so 1.0 and 01 become 1. */
export function spellingSql(position: number): string {
  const reading = `n${position}`;
  return `case when isfinite(${reading}) and ${reading} = trunc(${reading}) and abs(${reading}) < ${maxWholeNumber}
    then cast(cast(${reading} as bigint) as varchar) else lower(${valueSql(position)}) end`;
}

/** The same of a text that is not in a table, with either decimal sign. */
export function spellingOf(text: string): string {
  const plain = text.trim().toLowerCase();
  const whole = /^[+-]?(\d+([.,]0*)?|[.,]0+)$/.test(plain) ? Number(plain.replace(',', '.')) : Number.NaN;
  return Math.abs(whole) < maxWholeNumber ? String(whole) : plain;
}
