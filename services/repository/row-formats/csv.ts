import { cellText } from '@domain/spreadsheet-csv';

import type { SqlValue } from '../context/table-engine';

export {
  byteOrderMark,
  neutralText,
  type SpreadsheetCell,
  spreadsheetCsv,
  spreadsheetLine,
} from '@domain/spreadsheet-csv';

/** One line of CSV for any program (RFC 4180): comma, decimal point, CRLF. Neutralises formulas. */
export function csvLine(values: readonly (SqlValue | undefined)[]): string {
  let line = '';
  // A loop, because millions of lines are written by it.
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i];
    if (i > 0) line += ',';
    if (typeof value === 'number') line += value;
    else if (value !== null && value !== undefined) line += cellText(String(value), ',');
  }
  return `${line}\r\n`;
}
