import { maxDataSetNr } from '../limits';
import { isOrcid } from '../metadata/identifiers';
import { foldText } from './fold';
import { firstYear, lastYear, type Reading } from './read-ranges';

/** A thing with an address of its own. */
export type Identifier =
  | { kind: 'doi'; doi: string; prefix: boolean }
  | { kind: 'data-set'; nr: number }
  | { kind: 'orcid'; orcid: string };

const doi =
  /^(?:doi:?\s*|((?:https?:\/\/)?(?:dx\.|www\.)?doi\.org\/(?:doi:)?))?(10\.\d{4,9}(?:(?:\/|%2f)[^\s\p{Cc}\p{Cs}"”“]*|(?=$|[\s,;)])))/iu;
const orcid =
  /^(?:orcid(?:[\s-]+id)?:?\s*)?(?:(?:https?:\/\/)?(?:www\.)?orcid\.org\/)?(0\d{3}[-‐‑‒–—− ]?\d{4}[-‐‑‒–—− ]?\d{4}[-‐‑‒–—− ]?\d{3}[\dX])\/?(?=$|[\s,.;)>\]])/iu;
const dataSet =
  /^(?:(?:https?:\/\/)?[\w.:-]*\/)?(?:data-set|api\/search\/metadata)\/(\d{1,10})(?:\.\w+)?\/?(?=$|[\s,;)#?])\S*/iu;
const numberedDataSet =
  /^(?:data[\s-]?set|datensatz)\s+(?:(?:no|nr|number|nummer)\b\.?\s*|#\s*)?(\d{1,10})(?=$|[\s,.;)])/iu;

/** A DOI, ORCID iD, address or number of a data set at the beginning of a text. */
export function readIdentifier(text: string): Reading<Identifier> | null {
  return readDoi(text) ?? readOrcid(text) ?? readDataSet(text);
}

function readDoi(text: string): Reading<Identifier> | null {
  const match = doi.exec(text);
  if (!match) return null;
  const [all, address, written = ''] = match;
  // Punctuation after a DOI belongs to the sentence around it, a query to the address that it ends.
  const bare = address ? written.replace(/[?#].*$/, '') : written;
  const trimmed = decode(bare).replace(/[.,;:)\]>'’]+$/u, '');
  const complete = trimmed.includes('/') ? trimmed : `${trimmed}/`;
  const prefix = complete.endsWith('*') || complete.endsWith('/');
  return { found: { kind: 'doi', doi: complete.replace(/\*+$/, '').toLowerCase(), prefix }, length: all.length };
}

/** Percent-encoding as in addresses; what is not encoded rightly stays as it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function readOrcid(text: string): Reading<Identifier> | null {
  const match = orcid.exec(text);
  const digits = match?.[1]?.replace(/[^\dX]/giu, '').toUpperCase() ?? '';
  const written = digits.replace(/^(.{4})(.{4})(.{4})(.{4})$/, '$1-$2-$3-$4');
  return match && isOrcid(written) ? { found: { kind: 'orcid', orcid: written }, length: match[0].length } : null;
}

function readDataSet(text: string): Reading<Identifier> | null {
  const numbered = numberedDataSet.exec(text);
  // 'Data set 2012' is rather one of that year.
  const isYear = Number(numbered?.[1]) >= firstYear && Number(numbered?.[1]) <= lastYear;
  const match = dataSet.exec(text) ?? (isYear ? null : numbered);
  const nr = Number(match?.[1] ?? 0);
  return match && nr >= 1 && nr <= maxDataSetNr ? { found: { kind: 'data-set', nr }, length: match[0].length } : null;
}

const quotes = /^["„“”«»‘’‚']([^"„“”«»]+)["“”«»’‘']/u;

/** The folded words of a phrase in quotation marks at the beginning of a text. */
export function readPhrase(text: string): Reading<string[]> | null {
  const match = quotes.exec(text);
  const words = foldText(match?.[1] ?? '');
  return match && words !== '' ? { found: words.split(' '), length: match[0].length } : null;
}
