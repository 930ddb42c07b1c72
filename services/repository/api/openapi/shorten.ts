/** Entries of a list, and lines of a text, that an example shows. */
const shownEntries = 3;
/** The same of lists of numbers, such as percentiles with their intervals, whose length means something. */
const shownNumbers = 7;
const shownXmlLines = 16;

/** Largest answer that an example shows, in characters. */
const longestShown = 20_000;

/** Whether an answer can be shown: it is a text and not too long. */
export function isShown(body: unknown): boolean {
  // Bytes that are no text were read as replacement characters.
  return !String(body).includes('\uFFFD') && JSON.stringify(body).length <= longestShown;
}

/** The beginning of an answer, for an example: of every list the first entries, of a text the first lines. */
export function shorten(value: unknown): unknown {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.slice(0, value.every(isNumeric) ? shownNumbers : shownEntries).map(shorten);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, shorten(entry)]));
}

/** The first lines of a text. XML begins with lines that say little. */
export function shortenText(text: string): string {
  const lines = text.split('\n');
  const shown = text.startsWith('<?xml') ? shownXmlLines : shownEntries;
  return lines.length <= shown ? text : `${lines.slice(0, shown).join('\n')}\n…`;
}

/** Whether a value is a number, or an object of numbers; null stands for a number that is not told. */
function isNumeric(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'number' || value === null;
  return Object.values(value).every((inner) => typeof inner === 'number');
}
