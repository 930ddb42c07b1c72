import { sqlText } from '../context/table-engine';

/** Spaces that spreadsheets leave around a value, including the non-breaking one. */
const blanks = sqlText(' \t\r\n\u00a0');

/** Cell of a column as trimmed text, '' if it is empty. */
export function valueSql(position: number): string {
  return `coalesce(trim(c${position}, ${blanks}), '')`;
}
