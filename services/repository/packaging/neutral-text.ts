/** Signs that make a spreadsheet program run the text behind them, the wide ones of East Asian keyboards too. */
const signs = '=+\\-@＝＋－＠';
/** What may begin a cell within a text, where a program takes another sign for the end of a cell than we wrote. */
const ends = ';,\\t\\r\\n';
/** A number alone in its cell is a value, never a formula: -3.5, +2, -1,5e-3. */
const number = `[+-]?(\\d+([.,]\\d*)?|[.,]\\d+)(e[+-]?\\d+)?(?=$|[${ends}])`;

/** Most texts hold none of it, and are asked no more. */
const suspicious = new RegExp(`[${signs}\\t\\r\\n]`);
const dangerous = new RegExp(
  `^(?! *${number})(?= *[${signs}\\t\\r\\n])|(?<=[${ends}]"*)(?!${number})(?=[${signs}])`,
  'gi',
);

/**
 * A text as it leaves the house in a file for spreadsheet programs: where it would be run as a formula, an
 * apostrophe stands in front. So it does behind ';', ',', tabs and line ends within the text: there begins a
 * cell for a program that ends cells otherwise than the file does. Numbers stay as they are.
 */
export function neutralText(text: string): string {
  return suspicious.test(text) ? text.replace(dangerous, "'") : text;
}
