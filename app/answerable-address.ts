import { paths } from './paths';

/**
 * Largest number of segments of a path that is looked up, including empty ones. Our longest path has four
 * (`app/routes.ts`). The router splits a path at each segment and takes seconds to match thousands.
 */
export const maxPathSegments = 20;

/**
 * The request in a form that the router can handle without errors, warnings or endless work. The parameter `_data` is
 * removed, because the router takes it for a request of its earlier version. A path with broken escapes is taken
 * literally. A path that is too long becomes that of the 404 page.
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
