import { z } from 'zod';

import { isOrcid, normaliseOrcid } from '@domain/metadata/identifiers';
import { claimAt, rolesIn } from '@domain/role-claim';
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
    roles: provider.rolesClaim === null ? [] : rolesIn(claims, { claim: provider.rolesClaim, roles: provider.roles }),
    usedSecondFactor: saysSecondFactor(claims),
  };
}

function nameIn({ name, given_name, family_name }: Readonly<Record<string, unknown>>): string {
  const parts = [given_name, family_name].filter((part) => typeof part === 'string');
  const whole = typeof name === 'string' && isVisible(name) ? name : parts.join(' ');
  return NameSchema.safeParse(oneLine(storableText(whole))).data ?? '';
}

function saysSecondFactor({ amr, acr }: Readonly<Record<string, unknown>>): boolean {
  if (acr === secondFactorContext) return true;
  if (!Array.isArray(amr)) return false;
  const isTold = (method: string) => (amr as unknown[]).includes(method);
  return isTold(several) || kindsOfMethods.filter((kind) => kind.some(isTold)).length > 1;
}
