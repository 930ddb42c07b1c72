import type { MotorTest } from '@domain/motor-tests';
import { ageBands, facetNames, type FacetName, type Filters, sizeBands, type SortOrder } from '@domain/search/filters';
import type { Language } from '@domain/language';
import type { Term } from '@domain/search/grammar';
import type { Facet } from '@domain/api/search';

import type { Queryable } from '../store/database';
import { Bitmap } from './bitmap';
import type { Catalogue } from './catalogue';
import { facetLabel } from './facet-labels';
import { findTerm } from './find-terms';
import type { TermHits } from './kept-terms';

/** What is asked of the catalogue. All conditions are AND. */
export interface Question {
  terms: readonly Term[];
  tests: readonly MotorTest[];
  filters: Filters;
}

/** The hits of a question, and those of each of its conditions. */
export interface Hits {
  /** Terms that were looked up; the others took too long and are left out. */
  found: Term[];
  all: Bitmap;
  /** Without any facet. */
  unfiltered: Bitmap;
  /** Of the terms in `found`. */
  terms: TermHits[];
  facets: { name: FacetName; having: Bitmap }[];
}

/** Time in which the words of a search are looked up, in a catalogue of so many data sets. Smaller ones need less. */
const maxWordsMs = 600;
const limitedSize = 10_000;

/** When the words of a search that begins now must be found, by the clock of `performance`. */
export function deadlineIn({ size }: Catalogue): number {
  return size < limitedSize ? Infinity : performance.now() + maxWordsMs;
}

/**
 * Finds the data sets that match all terms, contain all tests and have a chosen value of every chosen facet. Words that
 * are not found by the `deadline` are left out.
 */
export async function selectHits(
  db: Queryable,
  catalogue: Catalogue,
  question: Question,
  deadline: number,
): Promise<Hits> {
  const { size } = catalogue;
  const answered: { term: Term; hits: TermHits }[] = [];
  // One after the other: a search takes one connection, however many terms it has.
  for (const term of question.terms) {
    const hits = await findTerm(db, catalogue, { term, deadline });
    if (hits) answered.push({ term, hits });
  }
  const terms = answered.map(({ hits }) => hits);
  const tests = question.tests.map((test) => catalogue.having('test', test));
  const facets = facetNames.flatMap((name) => {
    const values = question.filters[name];
    return values ? [{ name, having: catalogue.havingAny(name, values) }] : [];
  });
  const unfiltered = Bitmap.and(size, [...terms.map(({ all }) => all), ...tests]);
  const all = Bitmap.and(size, [unfiltered, ...facets.map(({ having }) => having)]);
  return { found: answered.map(({ term }) => term), all, unfiltered, terms, facets };
}

/** Number of hits without one of the terms, for each term. */
export function countWithoutEach(catalogue: Catalogue, { tests }: Question, { terms, facets }: Hits): number[] {
  const fixed = [...tests.map((test) => catalogue.having('test', test)), ...facets.map(({ having }) => having)];
  return terms.map((_, index) => {
    const others = terms.filter((__, at) => at !== index).map(({ all }) => all);
    return Bitmap.and(catalogue.size, [...fixed, ...others]).count;
  });
}

/** Number of hits without the terms that find nothing. */
export function countAlive(catalogue: Catalogue, { tests }: Question, { terms, facets }: Hits): number {
  const alive = terms.map(({ all }) => all).filter(({ count }) => count > 0);
  const fixed = [...tests.map((test) => catalogue.having('test', test)), ...facets.map(({ having }) => having)];
  return Bitmap.and(catalogue.size, [...fixed, ...alive]).count;
}

/** Counts all values of all facets. The chosen values of a facet do not narrow its own counts. */
export function countFacets(catalogue: Catalogue, { filters }: Question, hits: Hits, language: Language): Facet[] {
  const fewHits = hits.all.few;
  return facetNames.map((name) => {
    const others = hits.facets.filter((facet) => facet.name !== name).map(({ having }) => having);
    const base = filters[name] ? Bitmap.and(catalogue.size, [hits.unfiltered, ...others]) : hits.all;
    const few = base === hits.all ? fewHits : base.few;
    const chosen = new Set(filters[name]);
    const counts = new Map([...chosen].map((value) => [value, 0]));
    for (const [value, having] of catalogue.valuesOf(name)) {
      const count = having.countIn(base, few);
      if (count > 0 || chosen.has(value)) counts.set(value, count);
    }
    const values = [...counts].map(([value, count]) => ({
      value,
      label: facetLabel(name, value, language),
      count,
      isChosen: chosen.has(value),
    }));
    return { name, values: values.sort(orderOf(name)) };
  });
}

type FacetValue = Facet['values'][number];

/** Bands and years in their order, everything else by number of hits. */
function orderOf(name: FacetName): (a: FacetValue, b: FacetValue) => number {
  if (name === 'years' || name === 'published') return (a, b) => Number(b.value) - Number(a.value);
  const bands: Partial<Record<FacetName, readonly number[]>> = { age: ageBands, size: sizeBands };
  if (bands[name]) return (a, b) => Number.parseInt(a.value) - Number.parseInt(b.value);
  return (a, b) => b.count - a.count || a.label.localeCompare(b.label);
}

/** Which hits are listed. */
interface Listing {
  sort: SortOrder;
  language: Language;
  offset: number;
  limit: number;
}

/** The public numbers of hits from a position on, in an order. */
export function listHits(catalogue: Catalogue, hits: Hits, { sort, language, offset, limit }: Listing): number[] {
  const numbers: number[] = [];
  let left = offset;
  for (const slot of slotsOf(catalogue, hits, sort, language)) {
    if (left > 0) left -= 1;
    else if (numbers.length < limit) numbers.push(catalogue.numberAt(slot));
    if (numbers.length === limit) break;
  }
  return numbers;
}

function slotsOf(catalogue: Catalogue, hits: Hits, sort: SortOrder, language: Language): Iterable<number> {
  if (sort === 'newest') return hits.all.descending();
  if (sort === 'relevance') return slotsByRelevance(hits);
  return slotsInOrder(catalogue.slotsBy(sort === 'title' ? `title-${language}` : sort), hits.all);
}

function* slotsInOrder(order: Uint32Array, hits: Bitmap): Generator<number, void, undefined> {
  for (const slot of order) if (hits.has(slot)) yield slot;
}

/** Hits with most terms in their title or facts first; among these the newest first. */
function* slotsByRelevance({ all, terms }: Hits): Generator<number, void, undefined> {
  const prominent = terms.map((term) => Bitmap.and(all.size, [all, term.prominent]));
  const levels = [all, ...havingSeveral(all.size, prominent)];
  for (const [score, level] of [...levels.entries()].reverse()) {
    const above = levels[score + 1];
    for (const slot of level.descending()) if (!above?.has(slot)) yield slot;
  }
}

/** The numbers that are in at least one of the sets, in at least two, and so on. */
function havingSeveral(size: number, sets: readonly Bitmap[]): Bitmap[] {
  const levels: Bitmap[] = [];
  for (const set of sets) {
    for (let at = levels.length; at >= 0; at -= 1) {
      const both = at === 0 ? set : Bitmap.and(size, [levels[at - 1]!, set]);
      levels[at] = at < levels.length ? Bitmap.or(size, [levels[at]!, both]) : both;
    }
  }
  return levels;
}
