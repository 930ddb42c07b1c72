import { z } from 'zod';

import { isOrcid, normaliseOrcid } from '@domain/metadata/identifiers';
import { isStorable, isVisible, oneLine, storableText } from '@domain/text';

import type { SignInProvider } from '../../configuration/sign-in-providers';
import { EmailSchema, NameSchema } from '../accounts/account-rules';
import type { OutsidePerson } from '../store/outside-person';

/** Value of `amr` for more than one factor (RFC 8176). */
const several = 'mfa';
/**
 * Values of `amr` for one method each (RFC 8176), by the kinds of factors: what somebody knows, has and is. A single one
 * may be all that the provider has asked for.
 */
const kindsOfMethods = [
  ['pwd', 'pin', 'kba'],
  ['otp', 'sms', 'tel', 'hwk', 'swk', 'sc'],
  ['fpt', 'face', 'iris', 'retina', 'vbm'],
];
/** Value of `acr` for more than one factor (REFEDS MFA Profile), which universities use. */
const secondFactorContext = 'https://refeds.org/profile/mfa';

const SubjectSchema = z.string().min(1).max(255).refine(isStorable);

/**
 * What the claims of a verified ID token and of the userinfo endpoint say of somebody. Whatever cannot be used is left
 * out; only a subject that cannot be stored throws a ZodError.
 */
export function readClaims(provider: SignInProvider, claims: Readonly<Record<string, unknown>>): OutsidePerson {
  const email = EmailSchema.safeParse(claims.email).data ?? '';
  const orcid = provider.orcidClaim === null ? undefined : claimAt(claims, provider.orcidClaim);
  return {
    provider: provider.id,
    issuer: provider.issuer,
    subject: SubjectSchema.parse(claims.sub),
    email,
    isEmailVerified: email !== '' && provider.trustsEmail && claims.email_verified === true,
    name: nameIn(claims),
    orcid: typeof orcid === 'string' && isOrcid(orcid) ? normaliseOrcid(orcid) : null,
    roles: rolesIn(provider, claims),
    usedSecondFactor: saysSecondFactor(claims),
  };
}

function nameIn({ name, given_name, family_name }: Readonly<Record<string, unknown>>): string {
  const parts = [given_name, family_name].filter((part) => typeof part === 'string');
  const whole = typeof name === 'string' && isVisible(name) ? name : parts.join(' ');
  return NameSchema.safeParse(oneLine(storableText(whole))).data ?? '';
}

/** Our roles of the groups that the claim names. Groups without a role of ours mean nothing. */
function rolesIn({ rolesClaim, roles }: SignInProvider, claims: Readonly<Record<string, unknown>>): string[] {
  if (rolesClaim === null) return [];
  const given = claimAt(claims, rolesClaim);
  const groups = (Array.isArray(given) ? (given as unknown[]) : [given]).filter((group) => typeof group === 'string');
  // A list may come as a text. The whole text is tried as well, because names of groups may contain spaces.
  const names = Array.isArray(given)
    ? groups
    : groups.flatMap((text) => [text.trim(), ...text.split(/[\s,]+/), ...text.split(/\s*,\s*/)]);
  return [...new Set(names.flatMap((name) => roles.get(name) ?? []))].sort();
}

/** The claim of this name, which may itself contain dots, or else the one that a path like `realm_access.roles` leads to. */
function claimAt(claims: Readonly<Record<string, unknown>>, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  let found: unknown = claims;
  for (const step of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined;
    found = (found as Record<string, unknown>)[step];
  }
  return found;
}

function saysSecondFactor({ amr, acr }: Readonly<Record<string, unknown>>): boolean {
  if (acr === secondFactorContext) return true;
  if (!Array.isArray(amr)) return false;
  const isTold = (method: string) => (amr as unknown[]).includes(method);
  return isTold(several) || kindsOfMethods.filter((kind) => kind.some(isTold)).length > 1;
}
