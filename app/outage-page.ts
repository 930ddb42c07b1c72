import type { AppLoadContext } from '@remix-run/node';

import { pageOf } from './auth/guards';
import { readEntries } from './forms/read-form.server';
import type { UnansweredRequest } from './load-context';
import { paths } from './paths';

/** Remix's handler of requests. */
export type Handle = (request: Request, context: AppLoadContext) => Promise<Response>;

/** A request that cannot be answered, with what is needed to show what was posted. */
interface Unanswered {
  request: Request;
  /** Of `copyForm`, taken before anybody read the body. */
  copy: Request | null;
  /** It is known to come from one of our own pages. */
  isOwn: boolean;
}

/** A plain form once more, for the case that what it orders cannot be done; null for all other requests. */
export function copyForm(request: Request): Request | null {
  const isForm = request.headers.get('Content-Type')?.startsWith('application/x-www-form-urlencoded');
  return request.method === 'POST' && isForm ? request.clone() : null;
}

/** Whether script has sent a form in the place of the browser. */
export function isPostByScript({ method, url }: Request): boolean {
  return method === 'POST' && new URL(url).pathname.endsWith('.data');
}

/**
 * Answers 503 with the page that says what is away, that nothing saved is lost, and what a form held. It
 * needs neither database nor repository. A page that script asks for is loaded as a document, which then says so.
 */
export async function answerUnavailable(
  { request, copy, isOwn }: Unanswered,
  handle: Handle,
  context: AppLoadContext,
): Promise<Response> {
  const unanswered: UnansweredRequest = {
    page: pageOf(request),
    // A form that is too large, or none at all, has a page of its own once there is somebody to ask.
    unsent: copy && (await readEntries(copy).catch(() => null)),
    maySendAgain: isOwn,
    hasFiles: request.headers.get('Content-Type')?.startsWith('multipart/') ?? false,
  };
  if (!copy) await request.body?.cancel().catch(() => {});
  const isByScript = new URL(request.url).pathname.endsWith('.data');
  const address = `${context.origin}${paths.unavailable()}${isByScript ? '.data' : ''}`;
  const page = new Request(address, {
    method: isPostByScript(request) ? 'POST' : 'GET',
    headers: { Cookie: request.headers.get('Cookie') ?? '' },
  });
  return handle(page, {
    ...context,
    user: null,
    signedInUntil: null,
    accessToken: null,
    repository: async () => new Response(null, { status: 503 }),
    unanswered,
  });
}
