import type { ServerBuild } from '@remix-run/node';

import { countSegments, maxPathSegments } from './answerable-address';
import type { Handle } from './outage-page';

/** Whether script asks which modules belong to addresses. */
export function asksForRoutes({ url }: Request): boolean {
  return new URL(url).pathname === '/__manifest';
}

/**
 * Largest number of addresses to look up for one such request, including their parents. `app/routes.ts` has fewer
 * routes, so no page asks for more.
 */
const maxLookups = 150;

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
    const asked = shapesOf(url.searchParams.getAll('p'), wordsOf(routes));
    if (!isAnswerable(asked)) return new Response(null, { status: 400 });
    url.searchParams.delete('p');
    for (const path of asked) url.searchParams.append('p', path);
    const { method, headers, body, signal } = request;
    return handle(new Request(url, { method, headers, body, signal, duplex: 'half' } as RequestInit), context);
  };
}

/** Literal segments of all route paths, in lower case, as the router compares them. */
function wordsOf(routes: ServerBuild['routes']): Set<string> {
  return new Set(Object.values(routes).flatMap((route) => (route?.path ?? '').toLowerCase().split('/')));
}

function shapesOf(paths: string[], words: Set<string>): string[] {
  const shapeOf = (path: string) =>
    path
      .split('/')
      .map((segment) => (words.has(segment.toLowerCase()) ? segment : anySegment))
      .join('/');
  return [...new Set(paths.map(shapeOf))];
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
