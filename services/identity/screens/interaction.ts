import { errors } from 'oidc-provider';

import type { Account } from '../accounts';
import { methodsOf } from '../generation';
import { redirect } from '../http/exchange';
import { rememberBrowser } from '../known-browser';
import { endSession, sessionOf, startSession } from '../provider-session';
import type { Visit } from './screen';

/** Addresses of the sign-in pages: within a sign-in request of a client, or on their own. */
export function signInPaths(visit: Visit) {
  const { mountPath } = visit.services;
  const base = visit.uid === '' ? mountPath : `${mountPath}/interaction/${visit.uid}`;
  const returnTo = visit.uid === '' ? returnQuery(visit) : '';
  return {
    signIn: (visit.uid === '' ? `${base}/sign-in` : base) + returnTo,
    register: `${base}/register${returnTo}`,
    forgotten: `${base}/forgotten-password${returnTo}`,
  };
}

/** Where the browser wants back to, as an address of the web app or of the provider; null when none was named. */
export function returnAddress(visit: Visit): string | null {
  const given = visit.context.query.returnUrl;
  if (typeof given !== 'string' || !URL.canParse(given, visit.services.origin)) return null;
  const url = new URL(given, visit.services.origin);
  return [visit.services.origin, visit.services.ownOrigin].includes(url.origin) ? url.href : null;
}

export function returnQuery(visit: Visit): string {
  const address = returnAddress(visit);
  return address === null ? '' : `?returnUrl=${encodeURIComponent(address)}`;
}

/** The web app's address that starts a sign-in; with a session at the provider it completes without a question. */
export function webSignIn(visit: Visit): string {
  return `${visit.services.origin}/authentication/login`;
}

/** Throws SessionNotFound when the sign-in request is over or belongs to another browser. */
export async function requireInteraction(visit: Visit): Promise<void> {
  if (visit.uid === '') return;
  await interactionOf(visit);
}

/** Signs in the account, as it was read for its password, and goes on with what the sign-in was for. */
export async function completeSignIn(visit: Visit, account: Account): Promise<void> {
  const { services, context } = visit;
  await rememberBrowser(services, context, account);
  if (visit.uid === '') {
    await startSession(services, context, account);
    return redirect(context, returnAddress(visit) ?? webSignIn(visit));
  }
  const interaction = await interactionOf(visit);
  const session = await sessionOf(services, context);
  if (session.accountId !== undefined && session.accountId !== account.id) {
    // Another person signs in on this browser: the former session ends, and the request is theirs now.
    await endSession(services, context, session);
    interaction.session = undefined;
  }
  interaction.result = { login: { accountId: account.id, remember: false, amr: methodsOf(account) } };
  await interaction.persist();
  redirect(context, interaction.returnTo);
}

async function interactionOf(visit: Visit) {
  const { provider } = visit.services;
  const interaction = await provider.interactionDetails(visit.context.req, visit.context.res);
  if (interaction.uid !== visit.uid) throw new errors.SessionNotFound('another interaction');
  return interaction;
}
