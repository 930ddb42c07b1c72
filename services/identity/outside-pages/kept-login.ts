import { hashOf, seal, unseal } from '@domain/secrets';
import { parseJson } from '@domain/text';

import type { PageRequest } from '../http/exchange';
import type { OutsidePerson } from '../store/outside-person';
import type { Place } from '../signing-in/outside-paths';
import type { LoginChecks } from '../outside/relying-party';

/** Time for a login at the outside provider, which may begin with an account there, and for our pages after it. */
const validMs = 60 * 60 * 1000;
const cookieName = 'outside-login';

/** What a started login at an outside provider has to remember. It travels there and back as sealed `state`. */
export interface StartedLogin extends Omit<LoginChecks, 'state'>, Place {
  provider: string;
  /** Account of the profile in which the provider is linked; null for a sign-in. */
  linkTo: string | null;
  /** Hash of the form token of the browser. */
  browser: string;
}

export function sealStart({ services }: PageRequest, start: StartedLogin): string {
  const content = JSON.stringify({ ...start, at: services.now().getTime() });
  return seal(content, services.outside.keys, 'start');
}

/** The started login of a `state`; null if it is not one of ours. */
export function openStart({ services }: PageRequest, state: string): (StartedLogin & { isExpired: boolean }) | null {
  const opened = unseal(state, services.outside.keys, 'start');
  const start = parseJson(opened?.toString() ?? null) as (StartedLogin & { at: number }) | null;
  return start && { ...start, isExpired: services.now().getTime() - start.at > validMs };
}

/** Somebody who has logged in at an outside provider and has not yet logged in here. */
export interface KeptLogin {
  person: OutsidePerson;
  linkTo: string | null;
}

/** Keeps the login in a sealed cookie of this browser, for the pages that ask for what is missing. */
export function keepLogin(visit: PageRequest, login: KeptLogin): void {
  const content = JSON.stringify({ ...login, at: visit.services.now().getTime() });
  setCookie(visit, seal(content, visit.services.outside.keys, labelOfBrowser(visit)));
}

/** The login that this browser keeps; null if there is none or it is too old. */
export function keptLogin(visit: PageRequest): KeptLogin | null {
  const value = visit.context.cookies.get(cookieName, { signed: false }) ?? '';
  const opened = unseal(value, visit.services.outside.keys, labelOfBrowser(visit));
  const kept = parseJson(opened?.toString() ?? null) as (KeptLogin & { at: number }) | null;
  return kept && visit.services.now().getTime() - kept.at <= validMs ? kept : null;
}

/** Field of the forms about a kept login: tells which one they were shown for. */
export function loginField({ provider, subject }: OutsidePerson): Record<'login', string> {
  return { login: hashOf(`${provider} ${subject}`) };
}

/** Whether a form was shown for another login than the one that this browser keeps now, after one in another window. */
export function isOfOther({ form }: PageRequest, kept: KeptLogin): boolean {
  const { login } = loginField(kept.person);
  return (form.get('login') ?? login) !== login;
}

export function forgetLogin(visit: PageRequest): void {
  setCookie(visit, null);
}

function setCookie({ services, context }: PageRequest, value: string | null): void {
  const path = services.mountPath;
  context.cookies.set(cookieName, value, { path, httpOnly: true, sameSite: 'lax', signed: false, overwrite: true });
}

/** So that nobody can place a login of their own in the browser of somebody else. */
function labelOfBrowser(visit: PageRequest): string {
  return `login ${hashOf(visit.formToken)}`;
}
