/** Entries of a list, and lines of a text, that an example shows. */
const shownEntries = 3;

/** The beginning of an answer, for an example: of every list the first entries, of a text the first lines. */
export function shorten(value: unknown): unknown {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.slice(0, shownEntries).map(shorten);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, shorten(entry)]));
}

/** The first lines of a text. */
export function shortenText(text: string): string {
  const lines = text.split('\n');
  return lines.length <= shownEntries ? text : `${lines.slice(0, shownEntries).join('\n')}\n…`;
}
