import type { Meaning, SearchWord, Term } from '@domain/search/grammar';
import { foldText } from '@domain/search/fold';

import type { Queryable } from '../store/database';
import { findNumbersByDoi } from '../store/data-set-records';
import { Bitmap } from './bitmap';
import type { Catalogue, TermHits } from './catalogue';
import { findPhrases, findWord, OutOfTime, type WordHits } from './find-words';

/** Facets in which names are looked up, where they are not called like their kind. */
const facetOfKind: Partial<Record<Meaning['kind'], string>> = { country: 'region' };

/** The data sets that a term finds on its own; null if that is not known by the deadline. */
export async function findTerm(
  db: Queryable,
  catalogue: Catalogue,
  { term, deadline }: { term: Term; deadline: number },
): Promise<TermHits | null> {
  // DOIs may be registered without a change of the index.
  if (term.kind === 'doi') return asFact(catalogue.ofNumbers(await findNumbersByDoi(db, term)));
  // Where a term stands in a text does not matter.
  const key = JSON.stringify({ ...term, text: '', without: '' });
  try {
    return await catalogue.keep(key, () => find(catalogue, term, wordFinder(db, catalogue, deadline)));
  } catch (error) {
    if (error instanceof OutOfTime) return null;
    throw error;
  }
}

/** Finds words of the documents, as bitmaps. */
interface WordFinder {
  phrases(phrases: readonly (readonly string[])[]): Promise<TermHits>;
  word(word: SearchWord): Promise<TermHits>;
}

function wordFinder(db: Queryable, catalogue: Catalogue, deadline: number): WordFinder {
  const asHits = ({ all, inTitle }: WordHits): TermHits => ({
    all: catalogue.ofNumbers(all),
    prominent: catalogue.ofNumbers(inTitle),
  });
  return {
    phrases: async (phrases) => asHits(await findPhrases(db, phrases, deadline)),
    word: async (word) => asHits(await findWord(db, word, deadline)),
  };
}

async function find(
  catalogue: Catalogue,
  meaning: Exclude<Meaning, { kind: 'doi' }>,
  words: WordFinder,
): Promise<TermHits> {
  switch (meaning.kind) {
    case 'data-set':
      return asFact(catalogue.ofNumbers([meaning.nr]));
    case 'orcid':
      return asFact(catalogue.having('orcid', meaning.orcid));
    case 'year':
    case 'year-range':
      return asFact(catalogue.havingAny('years', yearsBetween(meaning)));
    case 'age-range':
      return asFact(catalogue.ofAges(meaning.start, meaning.end));
    case 'postal-code':
      return asFact(catalogue.inArea(meaning.code));
    case 'phrase':
      return words.phrases([meaning.words]);
    case 'word':
    case 'prefix':
      return words.word(meaning.word);
    default: {
      const facts = catalogue.havingAny(facetOfKind[meaning.kind] ?? meaning.kind, meaning.name.values);
      const synonyms = [...new Set(meaning.name.synonyms.map(foldText))];
      const named = await words.phrases(synonyms.map((synonym) => synonym.split(' ')));
      const worded = await findAllWords(catalogue, meaning.words, words);
      return {
        all: Bitmap.or(catalogue.size, [facts, named.all, worded.all]),
        prominent: Bitmap.or(catalogue.size, [facts, named.prominent, worded.prominent]),
      };
    }
  }
}

function asFact(bitmap: Bitmap): TermHits {
  return { all: bitmap, prominent: bitmap };
}

function yearsBetween({ start, end }: { start: number; end: number }): number[] {
  return Array.from({ length: end - start + 1 }, (_, index) => start + index);
}

async function findAllWords(catalogue: Catalogue, asked: readonly SearchWord[], words: WordFinder): Promise<TermHits> {
  const each = await Promise.all(asked.map((word) => words.word(word)));
  return {
    all: Bitmap.and(
      catalogue.size,
      each.map(({ all }) => all),
    ),
    prominent: Bitmap.and(
      catalogue.size,
      each.map(({ prominent }) => prominent),
    ),
  };
}
