import { createContext, type ReactNode, useContext } from 'react';

import { changedSearch, type SearchChange } from '~/components/search/changed-search';
import type { SearchAddress } from '~/components/search/search-address';
import { paths } from '~/paths';

/** Id of the form of the results on its page. */
export const resultsFormId = 'results-form';

/** Place to which a change of the search leads. */
export const resultsPosition = 'results';

interface ShownSearch {
  address: SearchAddress;
  /** Data sets can be ticked. */
  hasTicks: boolean;
}

const ShownSearchContext = createContext<ShownSearch | null>(null);

/** Tells links of the results which search is shown. */
export const ShownSearchProvider = ShownSearchContext.Provider;

/** The search that is shown. Only within the results. */
export function useShownSearch(): ShownSearch {
  const shown = useContext(ShownSearchContext);
  if (!shown) throw new Error('There is no search outside of the results.');
  return shown;
}

interface ResultsLinkProps {
  /** What the link changes of the search that is shown. */
  change: SearchChange;
  className?: string;
  'aria-label'?: string;
  'aria-current'?: 'true' | 'page';
  children: ReactNode;
}

/**
 * Link to other results of this search. For readers who can tick data sets it is a button of the results form that
 * looks and reads as a link, because an address cannot have the ticks that were set since the page was loaded.
 */
export function ResultsLink({ change, className, children, ...aria }: ResultsLinkProps) {
  const { address, hasTicks } = useShownSearch();
  const query = changedSearch(address, change);
  if (!hasTicks) {
    return (
      <a href={`${paths.home()}?${query}#${resultsPosition}`} className={className} {...aria}>
        {children}
      </a>
    );
  }
  return (
    <button
      type="submit"
      role="link"
      form={resultsFormId}
      name="go"
      value={query}
      className={className ? `link-button ${className}` : 'link-button'}
      {...aria}
    >
      {children}
    </button>
  );
}
