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
