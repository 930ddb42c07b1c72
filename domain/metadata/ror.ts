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

/** Signs of Crockford's base 32: no i, l, o and u. */
const base32 = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * Whether the last two digits of a ROR id (nine signs, lower case) are those that the others ask for:
 * ISO 7064 mod 97-10 of the number that they write in base 32, as ROR forms its ids.
 */
function hasCheckDigits(id: string): boolean {
  let number = 0;
  for (const sign of id.slice(0, 7)) number = number * 32 + base32.indexOf(sign);
  return Number(id.slice(7)) === 98 - ((number * 100) % 97);
}

/** Whether a text names ror.org without a whole id behind it, or with an id that has a wrong sign. */
export function isBrokenRor(text: string): boolean {
  if (!/(^|[^\w-])ror\.org/i.test(text)) return false;
  const id = splitRor(text).ror?.slice(-9);
  return id === undefined || !hasCheckDigits(id);
}

/** Makes the address of a ROR id that stands alone; other texts stay, without the blanks around them. */
export function normaliseRor(text: string): string {
  const bare = text.trim();
  const id = bare.toLowerCase();
  return /^0[a-hj-km-np-tv-z0-9]{6}\d{2}$/.test(id) && hasCheckDigits(id) ? `https://ror.org/${id}` : bare;
}
