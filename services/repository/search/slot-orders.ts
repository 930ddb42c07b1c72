import type { SortOrder } from '@domain/search/filters';

import type { StoredDocument } from './search-documents';

/** Orders that depend neither on the search nor on the day of publication. */
export type FixedOrder = Exclude<SortOrder, 'relevance' | 'newest' | 'title'> | 'title-en' | 'title-de';

const fixedOrders: readonly FixedOrder[] = ['persons', 'years', 'title-en', 'title-de'];

/** Documents that are put in their places one by one. Above that it is quicker to sort all of them again. */
const maxInserted = 200;

/** The slots of all documents in each order. Each order is made when it is first used. */
export class SlotOrders {
  readonly #orders = new Map<FixedOrder, Uint32Array>();

  /** `former` are the orders of the first documents of the same list. */
  constructor(
    readonly documents: readonly StoredDocument[],
    former: SlotOrders | null,
  ) {
    const known = former?.documents.length ?? 0;
    if (!former || documents.length - known > maxInserted) return;
    for (const [order, slots] of former.#orders) {
      let all = slots;
      for (let slot = known; slot < documents.length; slot += 1) all = this.#insert(all, slot, order);
      this.#orders.set(order, all);
    }
  }

  by(order: FixedOrder): Uint32Array {
    const known = this.#orders.get(order);
    if (known) return known;
    const keys = this.documents.map((document) => keyOf(document, order));
    const slots = new Uint32Array(this.documents.length).map((_, slot) => slot);
    slots.sort((a, b) => compareKeys(keys[a]!, keys[b]!) || b - a);
    this.#orders.set(order, slots);
    return slots;
  }

  /** Makes all orders, so that no search waits for one. */
  prepare(): void {
    for (const order of fixedOrders) this.by(order);
  }

  #insert(slots: Uint32Array, slot: number, order: FixedOrder): Uint32Array {
    const key = keyOf(this.documents[slot]!, order);
    let [from, to] = [0, slots.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      // Of equal ones the newest is first.
      if (compareKeys(keyOf(this.documents[slots[middle]!]!, order), key) < 0) from = middle + 1;
      else to = middle;
    }
    const all = new Uint32Array(slots.length + 1);
    all.set(slots.subarray(0, from));
    all[from] = slot;
    all.set(slots.subarray(from), from + 1);
    return all;
  }
}

/**
 * What an order goes by, the least first. Titles are stored as keys whose order is that of the alphabet: comparing
 * 100,000 titles themselves takes a second.
 */
function keyOf({ persons, facets, titleEn, titleDe }: StoredDocument, order: FixedOrder): number | string {
  switch (order) {
    case 'persons':
      return -(persons ?? -1);
    case 'years':
      return -lastYearOf(facets);
    case 'title-en':
      return titleEn;
    case 'title-de':
      return titleDe;
  }
}

function lastYearOf(facets: readonly string[]): number {
  let last = 0;
  for (const facet of facets) {
    if (facet.startsWith('years:')) last = Math.max(last, Number(facet.slice('years:'.length)));
  }
  return last;
}

function compareKeys(a: number | string, b: number | string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
