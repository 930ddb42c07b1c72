import { cookieHeader, listHeightCookie, readCookie } from '~/auth/cookies';
import type { LoadContext } from '~/load-context';

/** How long a browser remembers the height of the problem list. */
const rememberSeconds = 365 * 24 * 3600;
/** Values of the cookie. */
const heights = { tall: 'tall', low: 'low' } as const;

/**
 * The query of an address with the height of the problem list that the reader chose last, which may be later than the
 * address. The filter of a list that is only read is a GET form, whose address is the last choice.
 */
export function withListHeight(request: Request, isForm: boolean): URLSearchParams {
  const query = new URL(request.url).searchParams;
  const remembered = rememberedHeight(request);
  if (remembered === null || isForm) return query;
  query.delete('list');
  if (remembered === heights.tall) query.set('list', heights.tall);
  return query;
}

/** Remembers the height of the problem list that a form has chosen. */
export function rememberListHeight(
  request: Request,
  context: LoadContext,
  chosen: { get(name: string): string | null },
) {
  const height = chosen.get('list') === heights.tall ? heights.tall : heights.low;
  if (height === rememberedHeight(request)) return;
  const https = context.origin.startsWith('https:');
  context.setCookie(cookieHeader(listHeightCookie, height, { https, maxAgeSeconds: rememberSeconds }));
}

function rememberedHeight(request: Request): string | null {
  return (
    Object.values(heights).find((height) => height === readCookie(request.headers.get('Cookie'), listHeightCookie)) ??
    null
  );
}
