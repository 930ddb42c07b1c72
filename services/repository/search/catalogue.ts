import type { SortOrder } from '@domain/search/filters';

import type { StoredDocument } from './search-documents';
import { Bitmap, SparseSet } from './bitmap';

/** Orders that do not depend on the search. */
export type FixedOrder = Exclude<SortOrder, 'relevance' | 'title'> | 'title-en' | 'title-de';

/** Maximum memory of the bitmaps of terms that are kept, in bytes. Own estimate: the terms of some 800 searches. */
const maxKeptBytes = 20_000_000;

/** What a term found. */
export interface TermHits {
  all: Bitmap;
  /** Those with the term in a title, or as a fact. */
  prominent: Bitmap;
}

/**
 * The facts of all data sets in memory, at one revision of the index. It never changes. Data sets are numbered from 0
 * ('slots'), newest first, so that sets of them are bitmaps and the order 'newest' is the order of their bits.
 */
export class Catalogue {
  readonly size: number;
  readonly #documents: readonly StoredDocument[];
  readonly #slots = new Map<number, number>();
  /** By name and value. */
  readonly #facets = new Map<string, Map<string, SparseSet>>();
  readonly #areas = new Map<string, SparseSet>();
  readonly #orders = new Map<FixedOrder, Uint32Array>();
  readonly #kept = new Map<string, TermHits>();

  constructor(
    readonly revision: number,
    documents: Iterable<StoredDocument>,
  ) {
    this.#documents = [...documents].sort((a, b) => +b.publishedAt - +a.publishedAt || b.nr - a.nr);
    this.size = this.#documents.length;
    this.#documents.forEach(({ nr, facets, areas }, slot) => {
      this.#slots.set(nr, slot);
      for (const facet of facets) {
        const colon = facet.indexOf(':');
        this.#addTo(this.#valuesOf(facet.slice(0, colon)), facet.slice(colon + 1), slot);
      }
      for (const area of areas) this.#addTo(this.#areas, area, slot);
    });
  }

  #valuesOf(facet: string): Map<string, SparseSet> {
    const values = this.#facets.get(facet) ?? new Map<string, SparseSet>();
    this.#facets.set(facet, values);
    return values;
  }

  #addTo(sets: Map<string, SparseSet>, key: string, slot: number): void {
    const set = sets.get(key) ?? new SparseSet(this.size);
    if (!sets.has(key)) sets.set(key, set);
    set.add(slot);
  }

  get documents(): readonly StoredDocument[] {
    return this.#documents;
  }

  numberAt(slot: number): number {
    return this.#documents[slot]!.nr;
  }

  /** Data sets with a value of a facet. */
  having(facet: string, value: string | number): Bitmap {
    return this.#facets.get(facet)?.get(String(value))?.bitmap ?? new Bitmap(this.size);
  }

  /** Data sets with any of the values of a facet. */
  havingAny(facet: string, values: readonly (string | number)[]): Bitmap {
    return Bitmap.or(
      this.size,
      values.flatMap((value) => this.#facets.get(facet)?.get(String(value))?.bitmap ?? []),
    );
  }

  /** Values of a facet that any data set has, with those data sets. */
  valuesOf(facet: string): Iterable<[value: string, having: SparseSet]> {
    return this.#facets.get(facet) ?? [];
  }

  /** Data sets with ages between two, both included. */
  ofAges(start: number, end: number): Bitmap {
    const found = new Bitmap(this.size);
    this.#documents.forEach(({ ageStart, ageEnd }, slot) => {
      if (ageStart !== null && ageEnd !== null && ageStart <= end && ageEnd >= start) found.add(slot);
    });
    return found;
  }

  /** Data sets from an area. A code of one to five digits and an area fit if one is the beginning of the other. */
  inArea(code: string): Bitmap {
    const fitting = [...this.#areas].filter(([area]) => area.startsWith(code) || code.startsWith(area));
    return Bitmap.or(
      this.size,
      fitting.map(([, set]) => set.bitmap),
    );
  }

  /** Data sets by their public numbers; unknown ones are left out. */
  ofNumbers(numbers: Iterable<number>): Bitmap {
    const found = new Bitmap(this.size);
    for (const nr of numbers) {
      const slot = this.#slots.get(nr);
      if (slot !== undefined) found.add(slot);
    }
    return found;
  }

  /** All slots in an order, made when it is first used. */
  slotsBy(order: FixedOrder): Uint32Array {
    const known = this.#orders.get(order);
    if (known) return known;
    const slots = new Uint32Array(this.size).map((_, slot) => slot);
    const compare = comparisonBy(order, this.#documents);
    // Sorting is stable: equal ones stay in the order of their publication.
    if (compare) slots.sort(compare);
    this.#orders.set(order, slots);
    return slots;
  }

  /** What a term found before at this revision, or what `find` finds now. */
  async keep(term: string, find: () => Promise<TermHits>): Promise<TermHits> {
    const known = this.#kept.get(term);
    // The latest ones are last.
    this.#kept.delete(term);
    const hits = known ?? (await find());
    this.#kept.set(term, hits);
    const bytesEach = (2 * this.size) / 8 + 200;
    const [oldest] = this.#kept.keys();
    if (this.#kept.size * bytesEach > maxKeptBytes && oldest !== undefined) this.#kept.delete(oldest);
    return hits;
  }
}

type Comparison = ((a: number, b: number) => number) | null;

function comparisonBy(order: FixedOrder, documents: readonly StoredDocument[]): Comparison {
  const by = (valueOf: (document: StoredDocument) => number): Comparison => {
    const values = documents.map(valueOf);
    return (a, b) => values[b]! - values[a]!;
  };
  switch (order) {
    case 'newest':
      return null;
    case 'persons':
      return by(({ persons }) => persons ?? -1);
    case 'years':
      return by(({ facets }) => Math.max(0, ...facets.flatMap(yearIn)));
    case 'title-en':
    case 'title-de':
      return byTitle(documents, order === 'title-en' ? 'en' : 'de');
  }
}

function yearIn(facet: string): number[] {
  return facet.startsWith('years:') ? [Number(facet.slice('years:'.length))] : [];
}

/** Titles are stored as keys whose order is that of the alphabet: comparing 100,000 titles themselves takes a second. */
function byTitle(documents: readonly StoredDocument[], language: 'en' | 'de'): Comparison {
  const keys = documents.map(({ titleEn, titleDe }) => (language === 'en' ? titleEn : titleDe));
  return (a, b) => (keys[a]! < keys[b]! ? -1 : keys[a]! > keys[b]! ? 1 : 0);
}
