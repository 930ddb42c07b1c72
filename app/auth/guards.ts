import { redirectDocument } from '@remix-run/node';

import type { LoadContext } from '../load-context';
import type { User } from './sessions';

/** Address of the sign-in that returns to `page` (path and query of a page, never of an action). */
export function loginAddress(page: string): string {
  return `/authentication/login?returnUrl=${encodeURIComponent(page)}`;
}

/** Path and query of the page of a request, as a GET after sign-in shows it. */
export function pageOf(request: Request): string {
  const url = new URL(request.url);
  // Single fetch requests '<path>.data', an ending that the page itself does not have. A path that begins with '//'
  // would lead to another host.
  const path = url.pathname.replace(/(?:\/_root)?\.data$/, '').replace(/^\/{2,}/, '/') || '/';
  url.searchParams.delete('_routes');
  return path + url.search;
}

/**
 * Response to an action after the end of the session. Nothing is done. Sign-in follows, then the page that asks again,
 * with the message of this key.
 */
export function redirectToLoginAndConfirm(context: LoadContext, page: string, key = 'forms:orderAgain'): Response {
  context.flash.set({ kind: 'note', key });
  return redirectDocument(loginAddress(page), 303);
}

/**
 * The signed-in user. Throws the redirect to sign-in if nobody is signed in. First line of protected loaders and
 * actions. The redirect loads a whole document, because the client router does not know the provider's pages.
 */
export function requireUser(request: Request, context: LoadContext): User {
  if (context.user) return context.user;
  if (request.method === 'POST') throw redirectToLoginAndConfirm(context, pageOf(request));
  throw redirectDocument(loginAddress(pageOf(request)));
}

/** The signed-in expert. Throws the redirect to sign-in if nobody is signed in, and a 403 page for other users. */
export function requireExpert(request: Request, context: LoadContext): User {
  const user = requireUser(request, context);
  if (user.isExpert) return user;
  throw new Response(null, { status: 403 });
}

/** The signed-in administrator. Throws the redirect to sign-in if nobody is signed in, and a 403 page for other users. */
export function requireAdmin(request: Request, context: LoadContext): User {
  const user = requireUser(request, context);
  if (user.isAdmin) return user;
  throw new Response(null, { status: 403 });
}
