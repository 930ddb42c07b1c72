import { useEffect, useState } from 'react';

import type { Selection } from './find-results.server';
import { resultsFormId } from './results-link';

/** Number of ticked data sets, which script keeps up to date. */
export function useTickCount({ count, onPage }: Selection): number {
  const [onPageNow, setOnPageNow] = useState(onPage.length);
  useEffect(() => {
    const form = document.getElementById(resultsFormId);
    const recount = () => setOnPageNow(form?.querySelectorAll('input[name=nr]:checked').length ?? 0);
    // The browser restores ticks when a page is gone back to.
    recount();
    form?.addEventListener('change', recount);
    return () => form?.removeEventListener('change', recount);
  }, []);
  return count - onPage.length + onPageNow;
}
