import type { AppLoadContext } from '@remix-run/node';

import { preferredOffer } from '@domain/media-types';

import type { Handle } from './outage-page';
import { paths } from './paths';

/** Header with which Remix marks what a route without a screen throws. */
const thrownMark = 'X-Remix-Catch';

/** Programs that name no type want none of our pages. */
const refusalOffers = ['application/problem+json', 'application/json', 'text/html'].map((type) => ({ type }));

/** Whether a refusal should be a page. Browsers ask for one when a link to a file is followed. */
function prefersPage(request: Request): boolean {
  return preferredOffer(request.headers.get('Accept'), refusalOffers)?.type === 'text/html';
}

/**
 * The failure page in the place of a file that a browser cannot have, with the message of the refusal. Other responses
 * are returned as they are.
 */
export async function showRefusedFile(
  request: Request,
  response: Response,
  handle: Handle,
  context: AppLoadContext,
): Promise<Response> {
  const isRefused = response.status >= 400 && response.headers.has(thrownMark);
  if (!isRefused || !['GET', 'HEAD'].includes(request.method)) return response;
  const shown = prefersPage(request) ? await showPage(request, response, handle, context) : response;
  shown.headers.set('Vary', 'Accept, Cookie, Accept-Language');
  return shown;
}

async function showPage(
  request: Request,
  response: Response,
  handle: Handle,
  context: AppLoadContext,
): Promise<Response> {
  const { title, message = title } = (await response.json().catch(() => ({}))) as { title?: string; message?: string };
  const page = new Request(`${context.origin}${paths.failure(404)}`, {
    headers: { Cookie: request.headers.get('Cookie') ?? '' },
  });
  return handle(page, { ...context, refused: { status: response.status, message } });
}
