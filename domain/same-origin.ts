/**
 * Result of the same-origin check of a request. 'unknown' = the browser sent no such header, so only a signed token is
 * accepted.
 */
export type OriginVerdict = 'same' | 'cross' | 'unknown';

/**
 * Checks an unsafe request by headers that browsers set and pages cannot forge: `Origin` if present, otherwise
 * `Sec-Fetch-Site` ('none' means that the user started the request).
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
 * Path and query of a return URL if it has the origin of the page, otherwise null (spec section 5: 'The return url
 * needs to have the same origin as the current page.').
 */
export function safeReturnUrl(value: string, ownOrigin: string): string | null {
  if (!URL.canParse(value, ownOrigin)) return null;
  const url = new URL(value, ownOrigin);
  if (url.origin !== ownOrigin) return null;
  // A path such as '//host' in a Location header would leave the origin.
  const path = url.pathname.replace(/^\/{2,}/, '/');
  return path + url.search + url.hash;
}
