import { redirectDocument } from '@remix-run/node';

import type { LoadContext, UnsavedForm, User } from '../load-context';
import { accountTag } from './account-tag';
import type { DraftForm, FormEntries, OpenedForm } from './draft-store';

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
export function askAgain(context: LoadContext, page: string, key = 'forms:orderAgain'): Response {
  context.flash.set({ kind: 'note', key });
  return redirectDocument(loginAddress(page), 303);
}

/**
 * The signed-in user; throws the redirect to sign-in for nobody. First line of protected loaders and
 * actions. The redirect loads a whole document: script would look for the provider's pages among our screens.
 */
export function requireUser(request: Request, context: LoadContext): User {
  if (context.user) return context.user;
  if (request.method === 'POST') throw askAgain(context, pageOf(request));
  throw redirectDocument(loginAddress(pageOf(request)));
}

/** The signed-in expert; throws the redirect to sign-in for nobody and a 403 page for anybody else. */
export function requireExpert(request: Request, context: LoadContext): User {
  const user = requireUser(request, context);
  if (user.isExpert) return user;
  throw new Response(null, { status: 403 });
}

/** A posted form whose session may have ended while it was filled in. */
export interface PostedForm {
  form: DraftForm;
  object: string;
  /** Page that shows the form again after sign-in. */
  page: string;
  entries: FormEntries;
  opened?: OpenedForm;
}

/**
 * Whether a form was given to another account than the one that is signed in now: whoever shares a browser
 * may have left a page open. A form that does not say counts as one's own.
 */
export function isOfOtherAccount({ user }: LoadContext, { account }: OpenedForm): boolean {
  return user !== null && account !== '' && account !== accountTag(user.subject);
}

/**
 * Throws a 409 page that shows the text for copying when a form was given to another account: nobody's text
 * is filed under, or sent by, somebody else.
 */
export function refuseOtherAccount(
  context: LoadContext,
  { page, entries, opened }: Pick<PostedForm, 'page' | 'entries'> & { opened: OpenedForm },
): void {
  if (!isOfOtherAccount(context, opened)) return;
  throw Response.json({ unsaved: entries, page } satisfies UnsavedForm, { status: 409 });
}

/**
 * Guard of actions whose forms hold typed text: when the session has ended, the posted entries are
 * filed under the user the browser's cookie still names, and sign-in leads back to the form, refilled.
 * When nobody is known, a 401 page shows the text for copying. `read` is called only then.
 */
export async function requireUserOrKeepForm(context: LoadContext, read: () => Promise<PostedForm>): Promise<User> {
  if (context.user) return context.user;
  const { form, object, page, entries, opened } = await read();
  // A button without fields: there is nothing to keep, and nothing to copy either.
  if (entries.length === 0) throw askAgain(context, page);
  if (await context.drafts.rescue(form, object, entries, opened)) throw redirectDocument(loginAddress(page), 303);
  throw Response.json({ unsaved: entries, page } satisfies UnsavedForm, { status: 401 });
}
