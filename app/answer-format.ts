import { formatInsteadOfPage, formatOfExtension, formatPath } from '@domain/data-set-formats';

/** Address of the page of a data set. */
const dataSetPage = /^\/data-set\/([1-9]\d{0,8})$/;
/** Other spellings of it, and of a format of the data set. */
const otherSpelling = /^\/+data-set\/+0*([1-9]\d{0,8})(?:\.([\w.]+))?\/*$/i;

function dataSetOf({ url }: Request): number | null {
  const nr = dataSetPage.exec(new URL(url).pathname)?.[1];
  return nr === undefined ? null : Number(nr);
}

/**
 * Leads programs that ask for the page of a data set in another media type than HTML to the API, which has citations
 * and descriptions (303, https://www.w3.org/TR/cooluris/), and everybody from other spellings of its address to the one
 * that is cited (301). Null for browsers, other addresses and other methods. No page is rendered or shared before this.
 */
export function answerFormat(request: Request, origin: string): Response | null {
  if (!['GET', 'HEAD'].includes(request.method)) return null;
  const nr = dataSetOf(request);
  if (nr === null) return answerOtherSpelling(request, origin);
  const path = formatInsteadOfPage(nr, request.headers.get('Accept'));
  return path === null ? null : lead(303, origin + path, { Vary: 'Accept' });
}

/** '/data-set/5/' and '/data-set/05' are '/data-set/5'; '/data-set/5.bib' is its citation. */
function answerOtherSpelling({ url }: Request, origin: string): Response | null {
  const { pathname, search } = new URL(url);
  const [, nr, extension] = otherSpelling.exec(decoded(pathname)) ?? [];
  if (nr === undefined) return null;
  if (extension === undefined) return lead(301, `${origin}/data-set/${nr}${search}`);
  const format = formatOfExtension(extension);
  return format && lead(303, origin + formatPath(Number(nr), format.name));
}

/** Scripts of other sites may follow, as they may read the API. */
function lead(status: number, Location: string, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, headers: { Location, 'Access-Control-Allow-Origin': '*', ...headers } });
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** `Vary` of a page: it depends on the language and on the one that is offered, and those of users are private. */
export function pageVary(request: Request): string {
  return `${dataSetOf(request) === null ? '' : 'Accept, '}Cookie, Accept-Language`;
}
