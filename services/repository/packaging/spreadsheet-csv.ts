import type { Language } from '@domain/language';

import { neutralText } from './neutral-text';

/** Sign of UTF-8 at the start of a file, without which Excel takes umlauts for something else. */
export const byteOrderMark = '\ufeff';
/** What Excel of a language takes for the end of a cell when it opens a csv file. */
const separators: Record<Language, string> = { en: ',', de: ';' };

export type SpreadsheetCell = string | number | null;

/**
 * Table as csv for the spreadsheet program of a language: with byte order mark; in German with ';' between
 * cells and decimal comma. Texts that would be run as formulas get an apostrophe in front.
 */
export function* spreadsheetCsv(rows: Iterable<readonly SpreadsheetCell[]>, language: Language): Generator<string> {
  yield byteOrderMark;
  for (const row of rows) yield spreadsheetLine(row, language);
}

/** A line of such a file. */
export function spreadsheetLine(cells: readonly SpreadsheetCell[], language: Language): string {
  const separator = separators[language];
  return `${cells.map((cell) => cellText(cell, language, separator)).join(separator)}\r\n`;
}

function cellText(cell: SpreadsheetCell, language: Language, separator: string): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return language === 'de' ? String(cell).replace('.', ',') : String(cell);
  const text = neutralText(cell);
  const isPlain = text === text.trim() && !/["\r\n]/.test(text) && !text.includes(separator);
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
}
