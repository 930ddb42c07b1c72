/** Normalises an ORCID to the form 0000-0000-0000-0000, without URL. Other texts are only trimmed. */
export function normaliseOrcid(text: string): string {
  const bare = text.trim().replace(/^(https?:\/\/)?orcid\.org\//i, '');
  const digits = bare.replace(/[-\s]/g, '').toUpperCase();
  return /^\d{15}[\dX]$/.test(digits) ? digits.replace(/^(.{4})(.{4})(.{4})(.{4})$/, '$1-$2-$3-$4') : text.trim();
}

/** Whether a text is an ORCID with a valid check digit (ISO 7064 mod 11-2). */
export function isOrcid(text: string): boolean {
  const orcid = normaliseOrcid(text);
  if (!/^(\d{4}-){3}\d{3}[\dX]$/.test(orcid)) return false;
  const digits = orcid.replaceAll('-', '');
  let total = 0;
  for (const digit of digits.slice(0, 15)) total = (total + Number(digit)) * 2;
  const check = (12 - (total % 11)) % 11;
  return digits.endsWith(check === 10 ? 'X' : String(check));
}

/** ROR ids: a 0, six characters of Crockford's base 32 (without i, l, o and u), two check digits. */
const rorPattern = /(?:https?:\/\/)?(?:www\.)?ror\.org\/(0[a-hj-km-np-tv-z0-9]{6}\d{2})(?![\w-])/i;

/**
 * Separates the ROR address from the name of an organisation, wherever it is in the text, with or without brackets.
 * `ror` is null if there is none. An address without a name is also the name.
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

/** Characters of Crockford's base 32: without i, l, o and u. */
const base32 = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * Whether the check digits of a ROR id (nine characters, lower case) are correct: ISO 7064 mod 97-10 of the base 32
 * number, as ROR defines it.
 */
function hasCheckDigits(id: string): boolean {
  let number = 0;
  for (const sign of id.slice(0, 7)) number = number * 32 + base32.indexOf(sign);
  return Number(id.slice(7)) === 98 - ((number * 100) % 97);
}

/** Whether a text contains ror.org without a valid id. */
export function isBrokenRor(text: string): boolean {
  if (!/(^|[^\w-])ror\.org/i.test(text)) return false;
  const id = splitRor(text).ror?.slice(-9);
  return id === undefined || !hasCheckDigits(id);
}

/** Turns a ROR id into its address. Other texts are only trimmed. */
export function normaliseRor(text: string): string {
  const bare = text.trim();
  const id = bare.toLowerCase();
  return /^0[a-hj-km-np-tv-z0-9]{6}\d{2}$/.test(id) && hasCheckDigits(id) ? `https://ror.org/${id}` : bare;
}

export interface Reference {
  type: 'DOI' | 'URL';
  /** A DOI without the address of the resolver, or a URL as it was typed. */
  identifier: string;
}

const resolver = /^(?:https?:\/\/(?:(?:dx|www)\.)?doi\.org\/|doi:\s*)/i;

/** Parses a text as a DOI or URL (http, https); null for other texts. */
export function readReference(text: string): Reference | null {
  const bare = text.replace(resolver, '');
  if (/^10\.\d{4,9}\/\S+$/.test(bare)) return { type: 'DOI', identifier: bare };
  const isAddress = /^https?:\/\/\S+$/i.test(text) && URL.canParse(text) && !resolver.test(text);
  return isAddress ? { type: 'URL', identifier: text } : null;
}

/**
 * Whether a text looks like a DOI or URL but is not a valid one. Other texts are fine, because a publication may be
 * named in words.
 */
export function isBrokenReference(text: string): boolean {
  const meansReference = resolver.test(text) || /^(10\.\d|www\.|https?:|[a-z][a-z0-9+.-]*:\/\/)/i.test(text);
  return meansReference && readReference(text) === null;
}
