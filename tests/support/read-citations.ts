import { createRequire } from 'node:module';

/** The part of a CSL-JSON reference that the tests use. */
export interface ReadReference {
  title?: string;
  author?: { family?: string; given?: string; literal?: string; 'non-dropping-particle'?: string }[];
  issued?: { 'date-parts': number[][] };
  publisher?: string;
  version?: string;
  DOI?: string;
  URL?: string;
}

interface CitationJs {
  plugins: { input: { chain: (text: string, options: { generateGraph: boolean }) => ReadReference[] } };
}

const require = createRequire(import.meta.url);
require('@citation-js/plugin-bibtex');
require('@citation-js/plugin-ris');
const { plugins } = require('@citation-js/core') as CitationJs;

/** References of a BibTeX or RIS file, parsed by another library than the one that wrote it. */
export function readCitations(text: string): ReadReference[] {
  return plugins.input.chain(text, { generateGraph: false });
}

/** Name of an author, from the parts in which it was parsed. */
export function authorName(author: NonNullable<ReadReference['author']>[number]): string {
  const { family = '', given = '', literal } = author;
  const last = [author['non-dropping-particle'], family].filter(Boolean).join(' ');
  return literal ?? [last, given].filter((part) => part !== '').join(', ');
}
