/** Verdict of the same-origin rule on one request; 'unknown' = the browser said nothing, only a signed token counts. */
export type OriginVerdict = 'same' | 'cross' | 'unknown';

/**
 * Judges an unsafe request by the headers browsers set and pages cannot forge. `Origin` decides when
 * it is there; `Sec-Fetch-Site` otherwise ('none' is the user's own act).
 */
export function judgeOrigin(
  headers: { origin: string | null; secFetchSite: string | null },
  ownOrigin: string,
): OriginVerdict {
  if (headers.origin !== null) return headers.origin === ownOrigin ? 'same' : 'cross';
  if (headers.secFetchSite !== null) {
    return headers.secFetchSite === 'same-origin' || headers.secFetchSite === 'none' ? 'same' : 'cross';
  }
  return 'unknown';
}

/**
 * Path and query of a return address, when it has the origin of the page; null otherwise
 * (spec section 5: 'The return url needs to have the same origin as the current page.').
 */
export function safeReturnUrl(value: string, ownOrigin: string): string | null {
  if (!URL.canParse(value, ownOrigin)) return null;
  const url = new URL(value, ownOrigin);
  if (url.origin !== ownOrigin) return null;
  // '//host' as a path would leave the origin when sent in a Location header.
  const path = url.pathname.replace(/^\/{2,}/, '/');
  return path + url.search + url.hash;
}
