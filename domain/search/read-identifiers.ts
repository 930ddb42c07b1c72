import { maxDataSetNr } from '../limits';
import { isOrcid } from '../metadata/identifiers';
import { foldText } from './fold';
import type { Reading } from './read-ranges';

/** A thing with an address of its own. */
export type Identifier =
  | { kind: 'doi'; doi: string; prefix: boolean }
  | { kind: 'data-set'; nr: number }
  | { kind: 'orcid'; orcid: string };

const doi =
  /^(?:doi:?\s*|(?:https?:\/\/)?(?:dx\.|www\.)?doi\.org\/(?:doi:)?)?(10\.\d{4,9}(?:\/|%2f)[^\s\p{Cc}\p{Cs}"”“]*)/iu;
const orcid =
  /^(?:orcid:?\s*)?(?:(?:https?:\/\/)?(?:www\.)?orcid\.org\/)?(\d{4}-?\d{4}-?\d{4}-?\d{3}[\dX])(?=$|[\s,.;)])/iu;
const dataSet =
  /^(?:(?:https?:\/\/)?[\w.:-]*\/)?(?:data-set|api\/search\/metadata)\/(\d{1,10})(?:\.\w+)?\/?(?=$|[\s,;)#?])\S*/iu;

/** A DOI, ORCID iD or address of a data set at the beginning of a text. */
export function readIdentifier(text: string): Reading<Identifier> | null {
  return readDoi(text) ?? readOrcid(text) ?? readDataSet(text);
}

function readDoi(text: string): Reading<Identifier> | null {
  const match = doi.exec(text);
  if (!match) return null;
  const [all, written = ''] = match;
  // Punctuation after a DOI belongs to the sentence around it.
  const trimmed = decode(written).replace(/[.,;:)\]>'’]+$/u, '');
  const prefix = trimmed.endsWith('*') || trimmed.endsWith('/');
  return { found: { kind: 'doi', doi: trimmed.replace(/\*+$/, '').toLowerCase(), prefix }, length: all.length };
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
  const digits = match?.[1]?.replaceAll('-', '').toUpperCase() ?? '';
  const written = digits.replace(/^(.{4})(.{4})(.{4})(.{4})$/, '$1-$2-$3-$4');
  return match && isOrcid(written) ? { found: { kind: 'orcid', orcid: written }, length: match[0].length } : null;
}

function readDataSet(text: string): Reading<Identifier> | null {
  const match = dataSet.exec(text);
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
