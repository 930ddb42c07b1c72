import type { KoaContextWithOIDC } from 'oidc-provider';

import { frameOf, redirect, show, type IdentityServices } from './http/exchange';
import { link, messagePage } from './pages/account-pages';
import { renderForm } from './pages/form';
import { html } from './pages/html';
import { endSession } from './provider-session';

/**
 * Asked to sign out. Our own client proves by its ID token whose session it means: then the session ends
 * at once. Otherwise the person is asked, so that a link on some page cannot sign anybody out.
 */
export async function answerSignOut(services: IdentityServices, context: KoaContextWithOIDC): Promise<void> {
  const { session, entities } = context.oidc;
  const hint = entities.IdTokenHint?.payload;
  if (hint && hint.sub === session?.accountId && session) {
    const next = afterSignOut(context);
    await endSession(services, context, session);
    return redirect(context, next);
  }
  const frame = frameOf(services, context);
  const { title, question, submit, stay } = frame.texts.signOut;
  const secret = String(session?.state?.secret ?? '');
  const form = renderForm(frame, {
    action: `${services.mountPath}/session/end/confirm`,
    submit,
    formToken: '',
    fields: [],
    hidden: { xsrf: secret, logout: 'yes' },
  });
  show(context, frame, {
    title,
    body: html`<h1>${title}</h1>
      <p>${question}</p>
      ${form}
      <p>${link(`${services.origin}/`, stay)}</p>`,
  });
}

/** Signed out, and the client named no address to go to. */
export function showSignedOut(services: IdentityServices, context: KoaContextWithOIDC): void {
  const frame = frameOf(services, context);
  const { doneTitle, done, home } = frame.texts.signOut;
  show(context, frame, messagePage(doneTitle, [done, link(`${services.origin}/`, home)]));
}

/**
 * oidc-provider answers a sign-out without a session, and a change of account, with a page that posts
 * itself by script. No page of ours has script, and there is nothing to end: the way goes on at once.
 */
export async function skipEmptySignOut(context: KoaContextWithOIDC): Promise<void> {
  await context.oidc.session?.destroy();
  redirect(context, afterSignOut(context));
}

/** Where the client wants the browser back; oidc-provider has checked the address. */
function afterSignOut(context: KoaContextWithOIDC): string {
  const { post_logout_redirect_uri: address, state } = context.oidc.params ?? {};
  if (typeof address !== 'string') return context.oidc.urlFor('end_session_success');
  const url = new URL(address);
  if (typeof state === 'string') url.searchParams.set('state', state);
  return url.href;
}
