import { isMotorTest, type MotorTest, motorTests } from '../motor-tests';
import { facetNames, type Filters, readFilters } from './filters';

/** What a search finds, whatever its order and page. */
export interface SearchQuery {
  text: string;
  tests: MotorTest[];
  filters: Filters;
}

/** Reads the search of an address. Never throws: values that are not valid are ignored. */
export function readSearchQuery(query: URLSearchParams): SearchQuery {
  const tests = query.getAll('e').flatMap((names) => names.split(','));
  return {
    text: query.getAll('q').join(';').replaceAll('\0', ''),
    tests: [...new Set(tests)].filter(isMotorTest),
    filters: readFilters(query),
  };
}

/**
 * A search as the query of an address, in a form that is the same for the same search: without spaces that do not count,
 * tests and values of facets in a fixed order.
 */
export function writeSearchQuery({ text, tests, filters }: SearchQuery): string {
  const entries = [
    ['q', text.replace(/[^\S\n\r]+/g, ' ').trim()],
    ...motorTests.filter((test) => tests.includes(test)).map((test) => ['e', test]),
    ...facetNames.flatMap((name) => (filters[name] ?? []).toSorted().map((value) => [name, value])),
  ];
  return String(new URLSearchParams(entries));
}
