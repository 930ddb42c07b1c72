import type { NamedSearch } from '@domain/api/saved-searches';
import type { Language } from '@domain/language';
import { listFilters } from '@domain/search/filters';
import { readSearchQuery } from '@domain/search/search-query';

import { facetLabel } from './facet-labels';

/** A search in its own words, with the names of its facets in a language. */
export function nameSearch(query: string, language: Language): NamedSearch {
  const { text, tests, filters } = readSearchQuery(new URLSearchParams(query));
  const facets = listFilters(filters).map(([name, value]) => ({
    name,
    value,
    label: facetLabel(name, value, language),
  }));
  return { query, text, tests, facets };
}
