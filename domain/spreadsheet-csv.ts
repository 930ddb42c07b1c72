import { withDecimalSign } from './formats';
import type { Language } from './language-code';

/**
 * Characters at the start of a cell that make a spreadsheet program run it as a formula, including their full-width
 * forms.
 */
const signs = '=+\\-@＝＋－＠';
/** Characters after which a program with other separators may begin a new cell. */
const ends = ';,\\t\\r\\n';
/** A number on its own in a cell is a value, not a formula: -3.5, +2, -1,5e-3. */
const number = `[+-]?(\\d+([.,]\\d*)?|[.,]\\d+)(e[+-]?\\d+)?(?=$|[${ends}])`;

/** Quick check that most texts pass. */
const suspicious = new RegExp(`[${signs}\\t\\r\\n]`);
const atStart = new RegExp(`^'*(?! *${number}) *[${signs}\\t\\r\\n]`, 'i');
/** Matches the separator instead of looking behind for it, which would take hours for a million quotes. */
const within = new RegExp(`([${ends}]"*'*)(?!${number})(?=[${signs}])`, 'gi');

/**
 * Puts an apostrophe in front of a text that a spreadsheet program would run as a formula. The same applies after ';',
 * ',', tabs and line breaks within the text, where a program with other separators would begin a new cell. Apostrophes
 * that already stand there get one more, so that taking one away everywhere gives the text back. Numbers are not changed.
 */
export function neutralText(text: string): string {
  if (!suspicious.test(text)) return text;
  const inner = text.replace(within, "$1'");
  return atStart.test(text) ? `'${inner}` : inner;
}

/** Marks a file as UTF-8, because Excel would otherwise misread umlauts. */
export const byteOrderMark = '\ufeff';
/** Separator that Excel expects in a CSV file. */
const separators: Record<Language, string> = { en: ',', de: ';' };

export type SpreadsheetCell = string | number | null;

/**
 * Table as CSV for the spreadsheet program of a language, with byte order mark; in German with ';' as separator and a
 * decimal comma. Neutralises formulas.
 */
export function* spreadsheetCsv(rows: Iterable<readonly SpreadsheetCell[]>, language: Language): Generator<string> {
  yield byteOrderMark;
  for (const row of rows) yield spreadsheetLine(row, language);
}

/** One line of the CSV that `spreadsheetCsv` writes. */
export function spreadsheetLine(cells: readonly (SpreadsheetCell | undefined)[], language: Language): string {
  const separator = separators[language];
  const texts = cells.map((cell) =>
    typeof cell === 'number' ? withDecimalSign(cell, language) : cellText(cell ?? '', separator),
  );
  return `${texts.join(separator)}\r\n`;
}

/** Characters because of which a text may need an apostrophe or quotes. Most texts have none. */
const unusual = new RegExp(`[${signs}${ends}"]`);

/** A text as a cell of CSV: neutralised, and in quotes where it needs them. */
export function cellText(cell: string, separator: string): string {
  if (!unusual.test(cell) && cell === cell.trim()) return cell;
  const text = neutralText(cell);
  const isPlain = text === text.trim() && !/["\r\n]/.test(text) && !text.includes(separator);
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
}
