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
