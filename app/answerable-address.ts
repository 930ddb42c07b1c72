import type { ServerBuild } from '@remix-run/node';

import type { Handle } from './outage-page';
import { paths } from './paths';

/**
 * Segments of the longest path that is looked up, empty ones among them; the longest of ours has four
 * (`app/routes.ts`). The router takes a path apart at each of its segments, and to match thousands takes seconds.
 */
export const maxPathSegments = 20;

/**
 * The request as the router reads it without a fault, a warning in the log or work without end. It takes
 * `?_data=` for a request of a former version of itself, which nobody here makes: to us that parameter means
 * nothing. A path whose escapes are broken is taken as it is written. One that is longer than any of ours gets
 * the page that says so.
 */
export function withAnswerableAddress(request: Request): Request {
  const url = new URL(request.url);
  const { method, headers, body, signal } = request;
  if (countSegments(url.pathname) > maxPathSegments) {
    const extension = url.pathname.endsWith('.data') ? '.data' : '';
    // What is left of a body is cleared away by limitBody.
    return new Request(new URL(paths.failure(404) + extension, url), { headers, signal });
  }
  if (url.pathname.includes('%') && !isDecodable(url.pathname)) {
    url.pathname = url.pathname.replaceAll('%', '%25');
  }
  if (url.searchParams.has('_data')) url.searchParams.delete('_data');
  if (url.href === request.url) return request;
  return new Request(url, { method, headers, body, signal, duplex: 'half' } as RequestInit);
}

/** Segments of a path, empty ones among them. */
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

/** Whether script asks which modules draw addresses. */
export function asksForRoutes({ url }: Request): boolean {
  return new URL(url).pathname === '/__manifest';
}

/**
 * Addresses that one such question may have looked up, those above them counted too. All routes of
 * `app/routes.ts` together have fewer: a page never leads to more.
 */
const maxLookups = 150;

/** Stands in for what is no word of any route: the router takes all such segments alike. */
const anySegment = '-';

/**
 * Remix's handler with bounds on what script may ask about modules: Remix looks up every address, and each
 * one above it. Addresses that differ in numbers and names alone are looked up once; a question that no page
 * of ours asks is answered 400.
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

/** Segments that stand in the path of a route as they are, in small letters: the router knows no others. */
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
