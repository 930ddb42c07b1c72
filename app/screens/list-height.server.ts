import { cookieHeader, listHeightCookie, readCookie } from '~/auth/cookies';
import type { LoadContext } from '~/load-context';

/** How long a browser remembers the height of the problem list. */
const rememberSeconds = 365 * 24 * 3600;
const tall = 'tall';

/** The query of an address; without a height of the problem list, with the one that the reader chose last. */
export function withListHeight(request: Request): URLSearchParams {
  const query = new URL(request.url).searchParams;
  // The filter of a list that is only read is a GET form, whose address names both.
  const isChosen = query.has('list') || query.has('severity');
  if (!isChosen && isRememberedTall(request)) query.set('list', tall);
  return query;
}

/** Remembers the height of the problem list that a form has chosen. */
export function rememberListHeight(
  request: Request,
  context: LoadContext,
  chosen: { get(name: string): string | null },
) {
  const isTall = chosen.get('list') === tall;
  if (isTall === isRememberedTall(request)) return;
  const https = context.origin.startsWith('https:');
  const maxAgeSeconds = isTall ? rememberSeconds : 0;
  context.setCookie(cookieHeader(listHeightCookie, isTall ? tall : '', { https, maxAgeSeconds }));
}

function isRememberedTall(request: Request): boolean {
  return readCookie(request.headers.get('Cookie'), listHeightCookie) === tall;
}
