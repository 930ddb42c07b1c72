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
