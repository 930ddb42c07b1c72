import { z } from 'zod';

import { hashOf, seal, unseal } from '@domain/secrets';
import { parseJson } from '@domain/text';

import type { PageRequest } from '../http/exchange';

const cookieName = 'kept-profile';
/** As long as drafts of an ended session are kept (docs/forms.md). */
const validMs = 24 * 60 * 60 * 1000;
/** Browsers drop longer cookies. The longest name and address fit. */
const maxCookieCharacters = 3800;

const KeptSchema = z.object({ accountId: z.string(), name: z.string(), email: z.string(), at: z.number() });
type KeptProfile = z.output<typeof KeptSchema>;

/**
 * Keeps what was typed into the profile, without passwords, in a sealed cookie of this browser for the next login. Returns
 * false if it is too long for that.
 */
export function keepProfile(visit: PageRequest, typed: Omit<KeptProfile, 'at'>): boolean {
  const { services } = visit;
  const sealed = seal(JSON.stringify({ ...typed, at: services.now().getTime() }), services.stepKeys, labelOf(visit));
  const fits = sealed.length <= maxCookieCharacters;
  if (fits) setCookie(visit, sealed);
  return fits;
}

/** What was typed into the profile when the session had ended; null if there is nothing. */
export function keptProfile(visit: PageRequest): KeptProfile | null {
  const { services, context } = visit;
  const opened = unseal(context.cookies.get(cookieName, { signed: false }) ?? '', services.stepKeys, labelOf(visit));
  const kept = KeptSchema.safeParse(parseJson(opened?.toString() ?? null)).data;
  return kept && services.now().getTime() - kept.at <= validMs ? kept : null;
}

export function forgetProfile(visit: PageRequest): void {
  if (visit.context.cookies.get(cookieName, { signed: false }) !== undefined) setCookie(visit, null);
}

function setCookie({ services, context }: PageRequest, value: string | null): void {
  const path = `${services.mountPath}/profile`;
  context.cookies.set(cookieName, value, { path, httpOnly: true, sameSite: 'lax', signed: false, overwrite: true });
}

/** So that nobody can place entries of their own in the browser of somebody else. */
function labelOf({ formToken }: PageRequest): string {
  return `${cookieName} ${hashOf(formToken)}`;
}
