import type { Range } from '@domain/search/ranges';

import { Bitmap, type SparseSet } from './bitmap';
import { agesFacet, areaFacet, FacetSets } from './facet-sets';
import type { FrequentWords } from './frequent-words';
import { KeptTerms } from './kept-terms';
import type { StoredDocument } from './search-documents';
import { type FixedOrder, SlotOrders } from './slot-orders';

/** Digits of postal codes in Austria, Switzerland and most other neighbours of Germany. */
const maxForeignDigits = 4;

/** A range of ages, and the data sets that have it. */
interface AgesOf {
  ages: Range;
  value: string;
  having: SparseSet;
}

/**
 * The facts of all data sets in memory, at one revision of the index. They never change. Data sets are numbered from 0
 * ('slots') in the order of their publication, so that sets of them are bitmaps, and a later catalogue shares what new
 * data sets do not touch.
 */
export class Catalogue {
  readonly revision: number;
  readonly terms = new KeptTerms();
  /** Known of at least all documents of the catalogue; null as long as they are not learned. */
  frequent: FrequentWords | null = null;
  readonly #documents: readonly StoredDocument[];
  /** By number of the data set. */
  readonly #slots: readonly number[];
  readonly #facets: FacetSets;
  readonly #orders: SlotOrders;
  #knownAges: AgesOf[] | null = null;

  /** `former` is a catalogue of the first documents of the same list. */
  constructor(revision: number, documents: readonly StoredDocument[], former?: Catalogue) {
    this.revision = revision;
    this.#documents = former ? documents : documents.toSorted(compareByPublication);
    const slots = former ? former.#slots.slice() : [];
    for (let slot = former?.size ?? 0; slot < this.size; slot += 1) slots[this.numberAt(slot)] = slot;
    this.#slots = slots;
    const added = this.#documents.slice(former?.size ?? 0);
    this.#facets = new FacetSets(added, former ? former.#facets : null);
    this.#orders = new SlotOrders(this.#documents, former ? former.#orders : null);
  }

  get size(): number {
    return this.#documents.length;
  }

  numberAt(slot: number): number {
    return this.#documents[slot]!.nr;
  }

  /** Public numbers of the data sets that were published last. */
  newest(count: number): number[] {
    return this.#documents
      .slice(-count)
      .map(({ nr }) => nr)
      .reverse();
  }

  /**
   * The catalogue with changed documents, in hundredths of the time that a whole one takes. Null if they are neither
   * new, nor as before but for their words: then slots would move.
   */
  with(revision: number, changed: readonly StoredDocument[]): Catalogue | null {
    const documents = [...this.#documents];
    for (const document of changed.toSorted(compareByPublication)) {
      const slot = this.#slots[document.nr];
      const last = documents.at(-1);
      if (slot !== undefined) {
        if (!hasSameFacts(documents[slot]!, document)) return null;
        documents[slot] = document;
      } else if (!last || compareByPublication(last, document) < 0) documents.push(document);
      else return null;
    }
    return new Catalogue(revision, documents, this);
  }

  /** All documents, with others in the place of those that have changed. */
  replacing(changed: readonly StoredDocument[]): StoredDocument[] {
    const byNumber = new Map(this.#documents.map((document) => [document.nr, document]));
    for (const document of changed) byNumber.set(document.nr, document);
    return [...byNumber.values()];
  }

  /** Data sets with a value of a facet. */
  having(facet: string, value: string | number): Bitmap {
    return this.havingAny(facet, [value]);
  }

  /** Data sets with any of the values of a facet. */
  havingAny(facet: string, values: readonly (string | number)[]): Bitmap {
    return this.#facets.havingAny(facet, values);
  }

  /** Values of a facet that any data set has, with those data sets. */
  valuesOf(facet: string): Iterable<[value: string, having: SparseSet]> {
    return this.#facets.valuesOf(facet);
  }

  /** Data sets with ages between two, both included. */
  ofAges(start: number, end: number): Bitmap {
    const fitting = this.#ages().filter(({ ages }) => ages.start <= end && ages.end >= start);
    return this.havingAny(
      agesFacet,
      fitting.map(({ value }) => value),
    );
  }

  /** Ages in some data sets, each range once. */
  agesOf(slots: Bitmap): Range[] {
    return this.#ages().flatMap(({ ages, having }) => (having.meets(slots) ? [ages] : []));
  }

  #ages(): readonly AgesOf[] {
    this.#knownAges ??= [...this.valuesOf(agesFacet)].map(([value, having]) => {
      const [start = 0, end = 0] = value.split('-').map(Number);
      return { ages: { start, end }, value, having };
    });
    return this.#knownAges;
  }

  /**
   * Data sets from an area. A code of one to five digits and an area fit if one is the beginning of the other. Codes of
   * five digits are German: an area 80 of Austria is not that of 80331.
   */
  inArea(code: string): Bitmap {
    const fits = (area: string): boolean => {
      const [country, digits = ''] = area.split('-');
      if (country !== 'DE' && code.length > maxForeignDigits) return false;
      return digits.startsWith(code) || code.startsWith(digits);
    };
    const areas = [...this.#facets.valuesOf(areaFacet)].map(([area]) => area);
    return this.havingAny(areaFacet, areas.filter(fits));
  }

  /** Data sets by their public numbers; unknown ones are left out. */
  ofNumbers(numbers: Iterable<number>): Bitmap {
    const found = new Bitmap(this.size);
    for (const nr of numbers) {
      const slot = this.#slots[nr];
      if (slot !== undefined) found.add(slot);
    }
    return found;
  }

  /** All slots in an order; of equal ones the newest is first. */
  slotsBy(order: FixedOrder): Uint32Array {
    return this.#orders.by(order);
  }

  /** Makes what is otherwise made by the first search that needs it. */
  prepare(): void {
    this.#orders.prepare();
  }
}

function compareByPublication(a: StoredDocument, b: StoredDocument): number {
  return a.publishedAt.getTime() - b.publishedAt.getTime() || a.nr - b.nr;
}

function hasSameFacts(one: StoredDocument, other: StoredDocument): boolean {
  const factsOf = (document: StoredDocument) => JSON.stringify({ ...document, revision: 0 });
  return factsOf(one) === factsOf(other);
}
