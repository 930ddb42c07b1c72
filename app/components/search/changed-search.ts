import type { MotorTest } from '@domain/motor-tests';
import type { FacetName, Filters } from '@domain/search/filters';

import { maxSearchTermCharacters, maxSearchTerms } from '@domain/limits';

import { noTicks, type SearchAddress, writeSearchAddress } from './search-address';

/** What a link changes of the search that is shown. */
export interface SearchChange {
  text?: string;
  tests?: MotorTest[];
  filters?: Filters;
  page?: number;
}

/** A search reads no more than this, and every link of the results repeats it. */
const maxLinkedCharacters = maxSearchTerms * (maxSearchTermCharacters + '; '.length);

/**
 * Query of the search with a change, from its first page on unless another is asked for. Without ticks, because a link
 * would be too long with hundreds of them: whoever shows it adds them.
 */
export function changedSearch(address: SearchAddress, change: SearchChange): string {
  const changed = { ...address, page: 1, ...change, ticks: noTicks, typed: null };
  return writeSearchAddress({ ...changed, text: changed.text.slice(0, maxLinkedCharacters) });
}

/** Query of what a search finds, whatever its order, page and preview. */
export function queryOf(address: SearchAddress): string {
  return changedSearch({ ...address, sort: null, open: null }, {});
}

/** The chosen values with one more, or with one less if it is chosen. */
export function toggledFilter(filters: Filters, name: FacetName, value: string): Filters {
  const values = filters[name] ?? [];
  const rest = values.filter((one) => one !== value);
  const next = rest.length < values.length ? rest : [...values, value];
  return { ...filters, [name]: next.length > 0 ? next : undefined };
}
