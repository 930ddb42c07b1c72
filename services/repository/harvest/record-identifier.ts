import { maxDataSetNr } from '@domain/limits';

/** Beginning of the identifiers of a site, 'oai:motothek.example:data-set/'. */
function prefixOf(origin: string): string {
  return `oai:${new URL(origin).hostname}:data-set/`;
}

/** Identifier of the record of a data set. */
export function recordIdentifier(origin: string, nr: number): string {
  return `${prefixOf(origin)}${nr}`;
}

/** Number of the data set of an identifier; null if it is not one of this site. */
export function readIdentifier(origin: string, identifier: string): number | null {
  const prefix = prefixOf(origin);
  const nr = identifier.startsWith(prefix) ? identifier.slice(prefix.length) : '';
  return /^[1-9]\d{0,9}$/.test(nr) && Number(nr) <= maxDataSetNr ? Number(nr) : null;
}
