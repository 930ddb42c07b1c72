import type { ServerBuild } from '@remix-run/node';

import type { Handle } from './outage-page';
import { paths } from './paths';

/**
 * Largest number of segments of a path that is looked up, including empty ones. Our longest path has four
 * (`app/routes.ts`). The router splits a path at each segment and takes seconds to match thousands.
 */
export const maxPathSegments = 20;

/**
 * The request in a form that the router can handle without errors, warnings or endless work. The parameter `_data` is
 * removed, because the router takes it for a request of its earlier version. A path with broken escapes, or one
 * that begins with a backslash, is taken literally. A path that is too long becomes that of the 404 page.
 */
export function withAnswerableAddress(request: Request): Request {
  const url = new URL(request.url);
  const { method, headers, body, signal } = request;
  if (countSegments(url.pathname) > maxPathSegments) {
    const extension = url.pathname.endsWith('.data') ? '.data' : '';
    // The rest of the body is removed by limitBody.
    return new Request(new URL(paths.failure(404) + extension, url), { headers, signal });
  }
  if (url.pathname.includes('%') && !isDecodable(url.pathname)) {
    url.pathname = url.pathname.replaceAll('%', '%25');
  }
  // The router takes a path of backslashes for the address of another host.
  if (/^\/%5c/i.test(url.pathname)) url.pathname = url.pathname.replaceAll(/%5c/gi, '%255C');
  if (url.searchParams.has('_data')) url.searchParams.delete('_data');
  if (url.href === request.url) return request;
  return new Request(url, { method, headers, body, signal, duplex: 'half' } as RequestInit);
}

/** Number of segments of a path, including empty ones. */
export function countSegments(path: string): number {
  return path.split('/').length - 1;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether script asks which modules belong to addresses. */
export function asksForRoutes({ url }: Request): boolean {
  return new URL(url).pathname === '/__manifest';
}

/**
 * Largest number of addresses to look up for one such request, including their parents. `app/routes.ts` has fewer
 * routes, so no page asks for more.
 */
const maxLookups = 200;

/** Replaces segments that are not a word of any route, because the router treats them all alike. */
const anySegment = '-';

/**
 * Wraps Remix's handler with limits for requests about modules, since Remix looks up every address and all its parents.
 * Addresses that differ only in numbers and names are looked up once. A request that none of our pages sends is refused
 * with 400.
 */
export function boundManifest(handle: Handle, build: ServerBuild | (() => Promise<ServerBuild>)): Handle {
  return async (request, context) => {
    if (!asksForRoutes(request)) return handle(request, context);
    const url = new URL(request.url);
    const { routes } = typeof build === 'function' ? await build() : build;
    const words = wordsOf(routes);
    const asked = [...new Set(url.searchParams.getAll('p').map((path) => shapeOf(path, words)))];
    if (!isAnswerable(asked)) return new Response(null, { status: 400 });
    url.searchParams.delete('p');
    for (const path of asked) url.searchParams.append('p', path);
    const { method, headers, body, signal } = request;
    return handle(new Request(url, { method, headers, body, signal, duplex: 'half' } as RequestInit), context);
  };
}

/** Literal segments of all route paths, in lower case, as the router compares them. */
export function wordsOf(routes: ServerBuild['routes']): Set<string> {
  return new Set(Object.values(routes).flatMap((route) => (route?.path ?? '').toLowerCase().split('/')));
}

/** A path with the same routes as this one, the same for all that differ only in numbers and names. */
export function shapeOf(path: string, words: Set<string>): string {
  const segments = path.split('/').map((segment) => (words.has(segment.toLowerCase()) ? segment : anySegment));
  return segments.join('/');
}

function isAnswerable(paths: string[]): boolean {
  if (paths.some((path) => countSegments(path) > maxPathSegments)) return false;
  const lookups = new Set<string>();
  for (const path of paths) {
    const segments = path.split('/');
    for (let end = 1; end <= segments.length; end += 1) lookups.add(segments.slice(0, end).join('/'));
  }
  return lookups.size <= maxLookups;
}
