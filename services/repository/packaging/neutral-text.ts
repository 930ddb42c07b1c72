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
