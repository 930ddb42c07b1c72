import { formatInsteadOfPage } from '@domain/data-set-formats';

/** Address of the page of a data set. */
const dataSetPage = /^\/data-set\/([1-9]\d{0,8})$/;

function dataSetOf({ url }: Request): number | null {
  const nr = dataSetPage.exec(new URL(url).pathname)?.[1];
  return nr === undefined ? null : Number(nr);
}

/**
 * Leads programs that ask for the page of a data set in another media type than HTML to the API, which has citations
 * and descriptions (303, https://www.w3.org/TR/cooluris/). Null for browsers, other addresses and other methods. No page
 * is rendered or shared before this.
 */
export function answerFormat(request: Request, origin: string): Response | null {
  const nr = ['GET', 'HEAD'].includes(request.method) ? dataSetOf(request) : null;
  const path = nr === null ? null : formatInsteadOfPage(nr, request.headers.get('Accept'));
  if (path === null) return null;
  // Scripts of other sites may follow, as they may read the API.
  const headers = { Location: origin + path, Vary: 'Accept', 'Access-Control-Allow-Origin': '*' };
  return new Response(null, { status: 303, headers });
}

/** `Vary` of a page: it depends on the language and on the one that is offered, and those of users are private. */
export function pageVary(request: Request): string {
  return `${dataSetOf(request) === null ? '' : 'Accept, '}Cookie, Accept-Language`;
}
