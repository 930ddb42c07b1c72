import { ServerPart } from '~/components/frame/server-part';
import type { SearchAddress } from '~/components/search/search-address';

import { resultsPosition } from './results-link';
import { resultsPartId, useResultsScript } from './use-results-script';

/** The results, which only the server renders, and what script adds to them. */
export function ResultsPart({ address }: { address: SearchAddress }) {
  useResultsScript(address);
  return <ServerPart element="section" id={resultsPartId} aria-labelledby={resultsPosition} className="results" />;
}
