/** ROR ids: 0, six signs of Crockford's base 32 without i, l, o and u, two check digits. */
const rorPattern = /(?:https?:\/\/)?(?:www\.)?ror\.org\/(0[a-hj-km-np-tv-z0-9]{6}\d{2})(?![\w-])/i;

/**
 * Parts the ROR address of an organisation from its name, wherever it stands in the text and whatever
 * brackets hold it; `ror` is null where there is none. An address alone is its own name.
 */
export function splitRor(text: string): { name: string; ror: string | null } {
  const match = rorPattern.exec(text);
  if (!match?.[1]) return { name: text, ror: null };
  const ror = `https://ror.org/${match[1].toLowerCase()}`;
  const before = text.slice(0, match.index).replace(/[\s,;:([<-]+$/, '');
  const after = text.slice(match.index + match[0].length).replace(/^[\s)\]>]+/, '');
  const name = [before, after].filter((part) => part !== '').join(after.startsWith(',') ? '' : ' ');
  return { name: name === '' ? ror : name, ror };
}
