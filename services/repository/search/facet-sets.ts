import { Bitmap, SparseSet } from './bitmap';
import type { StoredDocument } from './search-documents';

/** Names under which areas and ages of the documents are kept beside their facets. Ages are written '6-10'. */
export const areaFacet = 'area';
export const agesFacet = 'ages';

/** Which slots have which value of which facet. Never changes. */
export class FacetSets {
  readonly size: number;
  /** By name and value. */
  readonly #sets: ReadonlyMap<string, ReadonlyMap<string, SparseSet>>;

  /** Adds documents to what was known before. Their slots follow those of `former`. */
  constructor(documents: readonly StoredDocument[], former: FacetSets | null) {
    const first = former?.size ?? 0;
    this.size = first + documents.length;
    const sets = new Map<string, Map<string, SparseSet>>();
    // Finding a set by its whole text is several times as fast as by name and value.
    const known = new Map<string, SparseSet>();
    documents.forEach((document, index) => {
      for (const text of textsOf(document)) {
        let set = known.get(text);
        if (!set) {
          set = this.#begin(sets, text, former);
          known.set(text, set);
        }
        set.add(first + index);
      }
    });
    this.#sets = former ? new Map([...former.#sets, ...sets]) : sets;
  }

  #begin(sets: Map<string, Map<string, SparseSet>>, text: string, former: FacetSets | null): SparseSet {
    const colon = text.indexOf(':');
    const [name, value] = [text.slice(0, colon), text.slice(colon + 1)];
    // What is not touched is shared with the former sets.
    const values = sets.get(name) ?? new Map(former ? former.#sets.get(name) : null);
    const set = values.get(value)?.copy(this.size) ?? new SparseSet(this.size);
    values.set(value, set);
    sets.set(name, values);
    return set;
  }

  /** The slots with any of the values of a facet. */
  havingAny(facet: string, values: readonly (string | number)[]): Bitmap {
    const found = values.flatMap((value) => this.#sets.get(facet)?.get(String(value))?.bitmap ?? []);
    return Bitmap.or(this.size, found);
  }

  /** Values of a facet that any document has, with the slots of those documents. */
  valuesOf(facet: string): Iterable<[value: string, having: SparseSet]> {
    return this.#sets.get(facet) ?? [];
  }
}

function textsOf({ facets, areas, ageStart, ageEnd }: StoredDocument): string[] {
  const texts = [...facets, ...areas.map((area) => `${areaFacet}:${area}`)];
  if (ageStart !== null && ageEnd !== null) texts.push(`${agesFacet}:${ageStart}-${ageEnd}`);
  return texts;
}
