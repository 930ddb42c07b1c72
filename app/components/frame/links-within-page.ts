import { useLocation } from '@remix-run/react';
import { useEffect } from 'react';

/** Path and query of the page that the router shows; null at first. */
let shownPage: string | null = null;

/** Informs `leaveLinksWithinPage` about the shown page. */
export function useShownPage(): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    shownPage = pathname + search;
  }, [pathname, search]);
}

/**
 * Leaves links within the page to the browser. The router would treat them as navigation and drop the action's response
 * with its errors and entries. Call it before the router starts, because `popstate` listeners run in the order of
 * registration.
 */
export function leaveLinksWithinPage(): void {
  window.addEventListener('popstate', (event) => {
    const { pathname, search } = window.location;
    if (pathname + search === shownPage) event.stopImmediatePropagation();
  });
}
