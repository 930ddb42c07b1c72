import type { Meaning, SearchWord, Term } from '@domain/search/grammar';
import { foldText } from '@domain/search/fold';

import type { Queryable } from '../store/database';
import { findNumbersByDoi } from '../store/data-set-records';
import { beforeDeadline, OutOfTime } from './before-deadline';
import { Bitmap } from './bitmap';
import type { Catalogue } from './catalogue';
import { findInOrder, findNames, findPhrases, findWord } from './find-words';
import type { TermHits } from './kept-terms';
import type { WordHits } from './word-hits';

/** Facets in which names are looked up, where they are not called like their kind. */
const facetOfKind: Partial<Record<Meaning['kind'], string>> = { country: 'region', 'age-group': 'age' };
/** Names that are told by the form alone: 'CC-BY' is also the beginning of 'CC-BY-SA'. */
const onlyFacts: readonly Meaning['kind'][] = ['licence', 'type'];
/** Names that are parts of compounds: 'Handkraftmessung', but neither 'Südtirol' nor 'Musterfrau'. */
const inCompounds: readonly Meaning['kind'][] = ['test', 'battery'];

/** The data sets that a term finds on its own; null if that is not known by the deadline. */
export async function findTerm(
  db: Queryable,
  catalogue: Catalogue,
  { term, deadline }: { term: Term; deadline: number },
): Promise<TermHits | null> {
  // Where a term stands in a text does not matter.
  const key = JSON.stringify({ ...term, text: '' });
  try {
    if (term.kind === 'doi') {
      // Not kept: DOIs may be registered without a change of the index.
      const numbers = await beforeDeadline(db, deadline, (tx) => findNumbersByDoi(tx, term));
      return asFact(catalogue.ofNumbers(numbers));
    }
    return await catalogue.terms.keep(key, () => find(catalogue, term, wordFinder(db, catalogue, deadline)));
  } catch (error) {
    if (error instanceof OutOfTime) return null;
    throw error;
  }
}

/** Finds words of the documents, as bitmaps. */
interface WordFinder {
  phrases(phrases: readonly (readonly string[])[]): Promise<TermHits>;
  /** All words of any name, in any order. */
  names(names: readonly (readonly string[])[]): Promise<TermHits>;
  /** Words one after the other in a title or any text, in any form. */
  inOrder(words: readonly SearchWord[], place: 'titles' | 'texts'): Promise<TermHits>;
  word(word: SearchWord, options?: { compounds: boolean }): Promise<TermHits>;
}

function wordFinder(db: Queryable, catalogue: Catalogue, deadline: number): WordFinder {
  const asHits = ({ all, inTitle }: WordHits): TermHits => ({
    all: catalogue.ofNumbers(all.descending()),
    prominent: catalogue.ofNumbers(inTitle.descending()),
  });
  const lookup = { deadline, frequent: catalogue.frequent };
  return {
    phrases: async (phrases) => asHits(await findPhrases(db, phrases, lookup)),
    names: async (names) => asHits(await findNames(db, names, lookup)),
    inOrder: async (asked, place) => asHits(await findInOrder(db, asked, { ...lookup, place })),
    word: async (word, options) => asHits(await findWord(db, word, { ...lookup, compounds: true, ...options })),
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
    case 'postal-code': {
      const area = catalogue.inArea(meaning.code);
      if (!meaning.bareWord) return asFact(area);
      const { all, prominent } = await words.word(meaning.bareWord, { compounds: false });
      return { all: Bitmap.or(catalogue.size, [area, all]), prominent: Bitmap.or(catalogue.size, [area, prominent]) };
    }
    case 'phrase':
      return words.phrases([meaning.words]);
    case 'word':
    case 'prefix':
      return words.word(meaning.word);
    default: {
      const facts = catalogue.havingAny(facetOfKind[meaning.kind] ?? meaning.kind, meaning.name.values);
      if (onlyFacts.includes(meaning.kind)) return asFact(facts);
      const [named, worded] = await Promise.all([findSynonyms(meaning, words), findAsked(meaning, words, facts.count)]);
      const prominent = Bitmap.or(catalogue.size, [facts, named.prominent, worded.prominent]);
      if (isOnlyInTitles(meaning)) return asFact(isAbbreviation(meaning) ? facts : prominent);
      const told = Bitmap.or(catalogue.size, [named.all, worded.all]);
      if (meaning.kind !== 'sex') return { all: Bitmap.or(catalogue.size, [facts, told]), prominent };
      // Who is told of in a text may be somebody else: 'jung' is also 'young'.
      return asFact(Bitmap.or(catalogue.size, [facts, Bitmap.and(catalogue.size, [told, lacking(catalogue, 'sex')])]));
    }
  }
}

/** The text of every data set that has a test holds all its names, and some of these contain the name of another test. */
const isOnlyInTitles = ({ kind, name, words }: NameMeaning): boolean =>
  kind === 'test' && name.values.length > 0 && words.every(({ prefix }) => !prefix);

/** Longest abbreviation of a test: 'MED' is also in 'Dr. med.'. */
const maxAbbreviation = 3;
const isAbbreviation = ({ words }: NameMeaning): boolean =>
  words.map(({ word }) => word).join('').length <= maxAbbreviation;

/** Data sets of which no value of a facet is known. */
function lacking(catalogue: Catalogue, facet: string): Bitmap {
  const having = Bitmap.or(
    catalogue.size,
    [...catalogue.valuesOf(facet)].map(([, set]) => set.bitmap),
  );
  const lacking = new Bitmap(catalogue.size);
  for (let slot = 0; slot < catalogue.size; slot += 1) if (!having.has(slot)) lacking.add(slot);
  return lacking;
}

type NameMeaning = Extract<Meaning, { name: unknown }>;

/**
 * The other names of a thing in texts. Those of an institution are ordinary words ('University of Bern'), so that their
 * order matters.
 */
function findSynonyms({ kind, name }: NameMeaning, words: WordFinder): Promise<TermHits> {
  const synonyms = [...new Set(name.synonyms.map(foldText))].map((synonym) => synonym.split(' '));
  return kind === 'institution' ? words.phrases(synonyms) : words.names(synonyms);
}

/**
 * Data sets whose texts are read to compare the order of words. Own estimate: some tenths of a second. All data sets that
 * have a test hold its names.
 */
const maxReadTexts = 3000;

/** A name as it was typed. Several words of a frequent one are looked up in titles only. */
function findAsked({ kind, words: asked }: NameMeaning, words: WordFinder, facts: number): Promise<TermHits> {
  const [first, ...others] = asked;
  if (first && others.length === 0) return words.word(first, { compounds: inCompounds.includes(kind) });
  // All names of an institution are looked up in texts already.
  return words.inOrder(asked, kind !== 'institution' && facts <= maxReadTexts ? 'texts' : 'titles');
}

function asFact(bitmap: Bitmap): TermHits {
  return { all: bitmap, prominent: bitmap };
}

function yearsBetween({ start, end }: { start: number; end: number }): number[] {
  return Array.from({ length: end - start + 1 }, (_, index) => start + index);
}
