import { sqlText } from '../context/table-engine';

/** Spaces that spreadsheets leave around a value, including the non-breaking one. */
const blanks = sqlText(' \t\r\n\u00a0');

/** Cell of a column as trimmed text, '' if it is empty. */
export function valueSql(position: number): string {
  return `coalesce(trim(c${position}, ${blanks}), '')`;
}

/** Cell of a coded column in lower case; whole numbers without decimals or leading zeros, so 1.0 and 01 become 1. */
export function spellingSql(position: number): string {
  const reading = `n${position}`;
  return `case when isfinite(${reading}) and ${reading} = trunc(${reading}) and abs(${reading}) < 1e15
    then cast(cast(${reading} as bigint) as varchar) else lower(${valueSql(position)}) end`;
}

/** The same of a text that is not in a table. */
export function spellingOf(text: string): string {
  const plain = text.trim().toLowerCase();
  return /^\d+([.,]0*)?$/.test(plain) ? String(parseInt(plain, 10)) : plain;
}
