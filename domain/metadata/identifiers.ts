/** Brings an ORCID into the form 0000-0000-0000-0000: without address, with hyphens. Other texts stay. */
export function normaliseOrcid(text: string): string {
  const bare = text.trim().replace(/^(https?:\/\/)?orcid\.org\//i, '');
  const digits = bare.replace(/[-\s]/g, '').toUpperCase();
  return /^\d{15}[\dX]$/.test(digits) ? digits.replace(/^(.{4})(.{4})(.{4})(.{4})$/, '$1-$2-$3-$4') : text.trim();
}

/** Whether a text is an ORCID: its form, and its check digit by ISO 7064 mod 11-2. */
export function isOrcid(text: string): boolean {
  const orcid = normaliseOrcid(text);
  if (!/^(\d{4}-){3}\d{3}[\dX]$/.test(orcid)) return false;
  const digits = orcid.replaceAll('-', '');
  let total = 0;
  for (const digit of digits.slice(0, 15)) total = (total + Number(digit)) * 2;
  const check = (12 - (total % 11)) % 11;
  return digits.endsWith(check === 10 ? 'X' : String(check));
}

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

export interface Reference {
  type: 'DOI' | 'URL';
  /** A DOI without the resolver's address, or an address as it was typed. */
  identifier: string;
}

const resolver = /^(?:https?:\/\/(?:(?:dx|www)\.)?doi\.org\/|doi:\s*)/i;

/** The DOI or address (http, https) that a text is; null for any other text. */
export function readReference(text: string): Reference | null {
  const bare = text.replace(resolver, '');
  if (/^10\.\d{4,9}\/\S+$/.test(bare)) return { type: 'DOI', identifier: bare };
  const isAddress = /^https?:\/\/\S+$/i.test(text) && URL.canParse(text) && !resolver.test(text);
  return isAddress ? { type: 'URL', identifier: text } : null;
}

/** Whether a text begins like a DOI or an address but is none; a publication may also be named in words. */
export function isBrokenReference(text: string): boolean {
  const meansReference = resolver.test(text) || /^(10\.\d|www\.|https?:|[a-z][a-z0-9+.-]*:\/\/)/i.test(text);
  return meansReference && readReference(text) === null;
}
