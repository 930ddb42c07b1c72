import { createRequire } from 'node:module';

/** A reference as CSL-JSON, as far as the tests look at it. */
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

/** References of a BibTeX or RIS file, read by another implementation than the one that wrote it. */
export function readCitations(text: string): ReadReference[] {
  return plugins.input.chain(text, { generateGraph: false });
}

/** Name of an author, in whatever parts it was read. */
export function authorName(author: NonNullable<ReadReference['author']>[number]): string {
  const { family = '', given = '', literal } = author;
  const last = [author['non-dropping-particle'], family].filter(Boolean).join(' ');
  return literal ?? [last, given].filter((part) => part !== '').join(', ');
}
