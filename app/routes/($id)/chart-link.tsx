import type { ReactNode } from 'react';

import type { Facet } from '@domain/api/search';

import { changedSearch, toggledFilter } from '~/components/search/changed-search';
import { writeTicks } from '~/components/search/search-address';
import { paths } from '~/paths';

import { resultsPosition, useShownSearch } from './results-link';

interface ChartLinkProps {
  facet: Facet['name'];
  value: string;
  isChosen: boolean;
  /** Name of the link, shown as a tooltip. */
  name: string;
  children: ReactNode;
}

/**
 * Part of a drawing that adds or removes a value of a facet. Drawings cannot have buttons. Without script, ticks that
 * were set since the page was loaded are not in its address; the list beside it sends them.
 */
export function ChartLink({ facet, value, isChosen, name, children }: ChartLinkProps) {
  const { address } = useShownSearch();
  const query = changedSearch(address, { filters: toggledFilter(address.filters, facet, value) });
  return (
    <a
      href={`${paths.home()}?${query}${writeTicks(address.ticks)}#${resultsPosition}`}
      aria-label={name}
      aria-current={isChosen ? 'true' : undefined}
    >
      <title>{name}</title>
      {children}
    </a>
  );
}
