/**
 * Facets by which results can be narrowed, in the order in which they are shown. The names are also the parameters of
 * the address of the page and of `GET /api/search`. Several values of one facet are OR, several facets are AND.
 *
 * - `test`: motor test, a key of `motorTests`
 * - `type`: `RAW` or `AGG`
 * - `licence`: name of the licence
 * - `years`: a year in which data was collected
 * - `age`: a band of `ageBands`, written `6-10`; the last one `65-`
 * - `sex`: `m`, `f`, `d` or `x`
 * - `region`: ISO 3166-1 code of a country (`DE`), or a country with the first two digits of a postal code (`DE-76`)
 * - `size`: number of people, a band of `sizeBands`, written like ages
 * - `battery`: name of a test battery as in metadata field 16, in English
 * - `language`: language of column names and codes, an ISO 639-1 code
 * - `published`: year of publication
 */
export const facetNames = [
  'test',
  'type',
  'licence',
  'years',
  'age',
  'sex',
  'region',
  'size',
  'battery',
  'language',
  'published',
] as const;
export type FacetName = (typeof facetNames)[number];

/** Chosen values by facet. Facets without a choice are left out. */
export type Filters = Partial<Record<FacetName, string[]>>;

/** Orders of results. `relevance` counts where the words of a search were found; without words it is `newest`. */
export const sortOrders = ['relevance', 'newest', 'title', 'persons', 'years'] as const;
export type SortOrder = (typeof sortOrders)[number];

/** First years of the bands of ages. They follow kindergarten, primary, lower and upper secondary school in Germany. */
export const ageBands = [0, 3, 6, 11, 14, 18, 30, 45, 65] as const;
/** First numbers of the bands of people. */
export const sizeBands = [0, 50, 100, 500, 1000, 5000, 10_000] as const;

/**
 * Maximum number of values that are read of all facets together; more are ignored. Every link of the results repeats
 * all of them.
 */
export const maxFilters = 40;
/** Maximum length of a value of a facet. */
const maxFacetCharacters = 100;

/** Reads the chosen values of all facets from an address. Never throws: what is too long or too much is ignored. */
export function readFilters(query: URLSearchParams): Filters {
  const filters: Filters = {};
  let room = maxFilters;
  for (const name of facetNames) {
    const values = query.getAll(name).map((value) => value.replaceAll('\0', ''));
    const usable = values.filter((value) => value !== '' && value.length <= maxFacetCharacters);
    const chosen = [...new Set(usable)].slice(0, room);
    room -= chosen.length;
    if (chosen.length > 0) filters[name] = chosen;
  }
  return filters;
}

/** The chosen values as name and value, in the order of the facets: for addresses and hidden fields. */
export function listFilters(filters: Filters): [FacetName, string][] {
  return facetNames.flatMap((name) => (filters[name] ?? []).map((value): [FacetName, string] => [name, value]));
}
