import type { Language } from '@domain/language';

/** Signs that make a spreadsheet program run the text behind them, the wide ones of East Asian keyboards too. */
const signs = '=+\\-@＝＋－＠';
/** What may begin a cell within a text, where a program takes another sign for the end of a cell than we wrote. */
const ends = ';,\\t\\r\\n';
/** A number alone in its cell is a value, never a formula: -3.5, +2, -1,5e-3. */
const number = `[+-]?(\\d+([.,]\\d*)?|[.,]\\d+)(e[+-]?\\d+)?(?=$|[${ends}])`;

/** Most texts hold none of it, and are asked no more. */
const suspicious = new RegExp(`[${signs}\\t\\r\\n]`);
const atStart = new RegExp(`^(?! *${number}) *[${signs}\\t\\r\\n]`, 'i');
/** The end of a cell is taken along instead of looked back at: looking back from each of a million quotes takes hours. */
const within = new RegExp(`([${ends}]"*)(?!${number})(?=[${signs}])`, 'gi');

/**
 * A text as it leaves in a file for spreadsheet programs: where it would be run as a formula, an apostrophe
 * stands in front. So it does behind ';', ',', tabs and line ends within the text: there begins a cell for a
 * program that ends cells otherwise than the file does. Numbers stay as they are.
 */
export function neutralText(text: string): string {
  if (!suspicious.test(text)) return text;
  const inner = text.replace(within, "$1'");
  return atStart.test(text) ? `'${inner}` : inner;
}

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

/** One line of CSV for any program (RFC 4180): comma, decimal point, CRLF. Neutralises formulas. */
export function csvLine(values: readonly (SpreadsheetCell | undefined)[]): string {
  return spreadsheetLine(
    values.map((value) => value ?? null),
    'en',
  );
}

/** One line of the CSV that `spreadsheetCsv` writes. */
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
