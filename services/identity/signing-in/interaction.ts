import { errors } from 'oidc-provider';

import { fillText } from '@domain/text';

import { answer, redirect, type PageRequest } from '../http/exchange';
import { link } from '../pages/form-page';
import { html, type Html } from '../pages/html';
import type { Page } from '../pages/layout';
import { type Factor, methodsOf, waivedFactor } from '../store/generation';
import { endSession, sessionOf, startSession } from '../provider/session';
import { noteSignIn } from '../store/accounts';
import { rememberBrowser } from './known-browser';
import { linkEntered, takenAddress } from './link-person';
import { signInPaths, returnAddress, webSignIn } from './sign-in-paths';
import type { EnteredAccount } from './first-step';

/** Longer waits than these 90 minutes are shown in hours. */
const minHoursSeconds = 90 * 60;

/** Throws SessionNotFound if the sign-in request is over or belongs to another browser. */
export async function requireInteraction(visit: PageRequest): Promise<void> {
  if (visit.uid !== '') await interactionOf(visit);
}

/** Signs in to the account, as it was read when its password was checked, and continues what the sign-in was for. */
export async function completeSignIn(visit: PageRequest, account: EnteredAccount, factor: Factor | null = null) {
  redirect(visit.context, await signIn(visit, account, factor));
}

/** Signs in with the first step and, unless it is null, a second factor. Returns the address that continues the sign-in. */
export async function signIn(visit: PageRequest, account: EnteredAccount, factor: Factor | null): Promise<string> {
  const { services, context } = visit;
  // Only now, because whoever knows the password alone could log in with it from then on.
  if (!(await linkEntered(visit, account))) return takenAddress(visit, account);
  await rememberBrowser(services, context, account, factor);
  if (visit.uid === '') {
    await startSession(services, context, account, factor);
    return returnAddress(visit) ?? webSignIn(visit);
  }
  const interaction = await interactionOf(visit);
  const session = await sessionOf(services, context);
  if (session.accountId !== undefined && session.accountId !== account.id) {
    // Another user signs in on this browser. The previous session ends, and the request becomes theirs.
    await endSession(services, context, session);
    interaction.session = undefined;
  }
  const now = services.now();
  const ts = Math.floor(now.getTime() / 1000);
  const login = { accountId: account.id, remember: false, amr: methodsOf(account, factor), ts };
  interaction.result = { login, ...(account.waivesFactor && { [waivedFactor]: true }) };
  await interaction.persist();
  await noteSignIn(services.db, account.id, now);
  return interaction.returnTo;
}

/**
 * Signs in like `signIn`, but leads to a page about two-step sign-in first, from which it goes on. The session begins at
 * once, so that whoever leaves that page is logged in.
 */
export async function signInBefore(
  visit: PageRequest,
  account: EnteredAccount,
  { factor, page }: { factor: Factor | null; page: string },
): Promise<void> {
  const { services, context } = visit;
  if (!(await linkEntered(visit, account))) return redirect(context, takenAddress(visit, account));
  await rememberBrowser(services, context, account, factor);
  await startSession(services, context, account, factor);
  const next = encodeURIComponent(new URL(await addressAfterSession(visit), services.ownOrigin).href);
  redirect(context, `${services.mountPath}/two-step/${page}?returnUrl=${next}`);
}

/** Address that goes on with what this page was opened for, as soon as the browser has a session of the provider. */
export async function addressAfterSession(visit: PageRequest): Promise<string> {
  if (visit.uid === '') return returnAddress(visit) ?? webSignIn(visit);
  const { params } = await interactionOf(visit);
  const query = new URLSearchParams(params as Record<string, string>);
  return `${visit.services.ownOrigin}${visit.services.mountPath}/auth?${query}`;
}

/** Where whoever has logged in meanwhile, as in another window, goes on; null if nobody has. */
export async function addressIfLoggedIn(visit: PageRequest): Promise<string | null> {
  const { accountId } = await sessionOf(visit.services, visit.context);
  return accountId === undefined ? null : addressAfterSession(visit);
}

async function interactionOf(visit: PageRequest) {
  const { provider } = visit.services;
  const interaction = await provider.interactionDetails(visit.context.req, visit.context.res);
  if (interaction.uid !== visit.uid) throw new errors.SessionNotFound('another interaction');
  return interaction;
}

/** Responds 429 with the form and a message about when to try again. */
export function refuseTooMany(visit: PageRequest, retryAfterSeconds: number, pageWith: (text: string) => Page): void {
  visit.context.set('Retry-After', String(retryAfterSeconds));
  answer(visit, pageWith(whenToTryAgain(visit, retryAfterSeconds)), 429);
}

/** Where mails are, if this installation only writes them to a folder: a list with one paragraph or none. */
export function mailFolderNote({ services, frame }: PageRequest): string[] {
  return services.mailFolder === null ? [] : [fillText(frame.texts.mailFolder, { folder: services.mailFolder })];
}

/** Hint that a mailed link lets users sign in without waiting. */
export function waitOrLink(visit: PageRequest): Html {
  const { noNeedToWait, sendLink } = visit.frame.texts.signIn;
  return html`${noNeedToWait} ${link(signInPaths(visit).forgotten, sendLink)}`;
}

function whenToTryAgain(visit: PageRequest, seconds: number): string {
  const { tooManyAttempts, tooManyAttemptsOneMinute, tooManyAttemptsHours } = visit.frame.texts.problems;
  if (seconds > minHoursSeconds) return fillText(tooManyAttemptsHours, { hours: Math.ceil(seconds / 3600) });
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? tooManyAttemptsOneMinute : fillText(tooManyAttempts, { minutes });
}
