import { redirectDocument } from '@remix-run/node';

import type { LoadContext } from '../load-context';
import type { User } from './sessions';

/** Address of the sign-in that comes back to `page` (path and query of a page, never of an action). */
export function loginAddress(page: string): string {
  return `/authentication/login?returnUrl=${encodeURIComponent(page)}`;
}

/** Path and query of the page a request stands for: what a GET after sign-in shows. */
export function pageOf(request: Request): string {
  const url = new URL(request.url);
  // Single fetch asks for '<path>.data'; the page itself has no such ending.
  // '//host' as a path would lead elsewhere.
  const path = url.pathname.replace(/(?:\/_root)?\.data$/, '').replace(/^\/{2,}/, '/') || '/';
  url.searchParams.delete('_routes');
  return path + url.search;
}

/**
 * Answer to an order that came after the session had ended: nothing is done. Sign-in follows, and then the
 * page that asks for it again, which says so by the text with this key.
 */
export function redirectToLoginAndConfirm(context: LoadContext, page: string, key = 'forms:orderAgain'): Response {
  context.flash.set({ kind: 'note', key });
  return redirectDocument(loginAddress(page), 303);
}

/**
 * The signed-in user; throws the redirect to sign-in for nobody. First line of protected loaders and
 * actions. The redirect loads a whole document: script would look for the provider's pages among our screens.
 */
export function requireUser(request: Request, context: LoadContext): User {
  if (context.user) return context.user;
  if (request.method === 'POST') throw redirectToLoginAndConfirm(context, pageOf(request));
  throw redirectDocument(loginAddress(pageOf(request)));
}

/** The signed-in expert; throws the redirect to sign-in for nobody and a 403 page for anybody else. */
export function requireExpert(request: Request, context: LoadContext): User {
  const user = requireUser(request, context);
  if (user.isExpert) return user;
  throw new Response(null, { status: 403 });
}
