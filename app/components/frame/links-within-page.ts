import { useLocation } from '@remix-run/react';
import { useEffect } from 'react';

/** Path and query of the page that the router shows; null until it shows one. */
let shownPage: string | null = null;

/** Tells `leaveLinksWithinPage` which page is shown. */
export function useShownPage(): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    shownPage = pathname + search;
  }, [pathname, search]);
}

/**
 * Leaves links within the page to the browser. The router would take their step in the history for a
 * navigation and drop what the server answered to a form: its errors, and what was typed. To be called
 * before the router starts: listeners of `popstate` are asked in the order in which they came.
 */
export function leaveLinksWithinPage(): void {
  window.addEventListener('popstate', (event) => {
    const { pathname, search } = window.location;
    if (pathname + search === shownPage) event.stopImmediatePropagation();
  });
}
