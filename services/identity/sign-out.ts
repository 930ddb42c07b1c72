import type { KoaContextWithOIDC } from 'oidc-provider';

import { frameOf, redirect, show, type IdentityServices } from './http/exchange';
import { link, messagePage, renderForm } from './pages/form-page';
import { html } from './pages/html';
import { endSession } from './provider/session';

/**
 * Responds to a request to sign out. The web app sends an ID token that shows whose session it means. Then the session
 * ends at once. Otherwise the user is asked first, so that a link on another site cannot sign users out.
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

/** Page after signing out if the client gave no address to continue at. */
export function showSignedOut(services: IdentityServices, context: KoaContextWithOIDC): void {
  const frame = frameOf(services, context);
  const { doneTitle, done, home } = frame.texts.signOut;
  show(context, frame, messagePage(doneTitle, [done, link(`${services.origin}/`, home)]));
}

/**
 * oidc-provider responds to a sign-out without a session, and to a change of account, with a page that posts itself
 * with script. The provider's pages do not use script, and there is no session to end, so this redirects at once.
 */
export async function skipEmptySignOut(context: KoaContextWithOIDC): Promise<void> {
  await context.oidc.session?.destroy();
  redirect(context, afterSignOut(context));
}

/** Address at which the client wants to continue, already checked by oidc-provider. */
function afterSignOut(context: KoaContextWithOIDC): string {
  const { post_logout_redirect_uri: address, state } = context.oidc.params ?? {};
  if (typeof address !== 'string') return context.oidc.urlFor('end_session_success');
  const url = new URL(address);
  if (typeof state === 'string') url.searchParams.set('state', state);
  return url.href;
}
