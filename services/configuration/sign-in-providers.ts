import { z } from 'zod';

import { knownRoles } from '@domain/roles';

import { apiUrl } from './datacite';
import { errorLines, oneOf, optionalText, plainError } from './variables';

/** An outside OpenID provider that the log in page offers beside own accounts. */
export interface SignInProvider {
  /** Part of its addresses, such as 'orcid'. */
  id: string;
  /** Exactly as in its ID tokens. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  clientAuth: 'client_secret_basic' | 'client_secret_post';
  /** Its name on pages and in mails, in each language. */
  label: { en: string; de: string };
  scope: string;
  /** Whether its word that an e-mail address is verified is believed. */
  trustsEmail: boolean;
  /** Claim with the ORCID iD; null if there is none. */
  orcidClaim: string | null;
  /** Claim with groups, whose names may have several levels separated by dots; null if roles are not taken from it. */
  rolesClaim: string | null;
  /** Our roles by the group that gives them. */
  roles: ReadonlyMap<string, string>;
}

/** Issuers whose subject is an ORCID iD (https://info.orcid.org/documentation/api-tutorials/api-tutorial-get-and-authenticated-orcid-id/). */
const orcidIssuers = ['https://orcid.org', 'https://sandbox.orcid.org'];

const idPattern = /^[a-z][a-z0-9-]{0,30}$/;

/** Separated by commas; each an id that its variables and addresses contain. */
export const signInProvidersSetting = optionalText
  .transform((text) => text?.split(',').map((id) => id.trim()) ?? [])
  .refine(
    (ids) => ids.every((id) => idPattern.test(id)) && new Set(ids).size === ids.length,
    'must be different names of lower-case letters, digits and hyphens, separated by commas, like orcid,university',
  );

const required = optionalText.pipe(z.string('is required for each of SIGN_IN_PROVIDERS'));
const label = z.string().max(60);

const ProviderSchema = z.object({
  ISSUER: required.pipe(apiUrl),
  CLIENT_ID: required,
  CLIENT_SECRET: required,
  CLIENT_AUTH: oneOf(['client_secret_basic', 'client_secret_post']),
  LABEL: required.pipe(label),
  LABEL_DE: optionalText.pipe(label.optional()),
  SCOPE: optionalText.refine(
    (scope) => scope === undefined || scope.split(/\s+/).includes('openid'),
    "must contain 'openid'",
  ),
  TRUST_EMAIL: oneOf(['on', 'off']),
  ORCID_CLAIM: optionalText,
  ROLES_CLAIM: optionalText,
  ROLES_MAP: optionalText.transform(readRolesMap),
});

/** Pairs of a group and one of our roles, like `motorik-experts:Experts;board-chair:Chair`. Groups may contain colons. */
export function readRolesMap(text: string | undefined, context: z.RefinementCtx): ReadonlyMap<string, string> {
  const roles = new Map<string, string>();
  for (const pair of text?.split(';').filter((part) => part.trim() !== '') ?? []) {
    const at = pair.lastIndexOf(':');
    const [group, role] = [pair.slice(0, Math.max(at, 0)).trim(), pair.slice(at + 1).trim()];
    if (group !== '' && knownRoles.some((known) => known === role)) roles.set(group, role);
    else context.addIssue(`must be pairs like group:role, separated by semicolons; roles are ${knownRoles.join(', ')}`);
  }
  return roles;
}

const prefixOf = (id: string) => `SIGN_IN_${id.toUpperCase().replaceAll('-', '_')}_`;

/** What each variable of the providers decides, by its name; null: nothing, or a secret. */
export function writeSignInProviders(providers: readonly SignInProvider[]): Record<string, string | null> {
  const written = (provider: SignInProvider): Record<keyof typeof ProviderSchema.shape, string | null> => ({
    ISSUER: provider.issuer,
    CLIENT_ID: provider.clientId,
    CLIENT_SECRET: null,
    CLIENT_AUTH: provider.clientAuth,
    LABEL: provider.label.en,
    LABEL_DE: provider.label.de,
    SCOPE: provider.scope,
    TRUST_EMAIL: provider.trustsEmail ? 'on' : 'off',
    ORCID_CLAIM: provider.orcidClaim,
    ROLES_CLAIM: provider.rolesClaim,
    ROLES_MAP: null,
  });
  return Object.fromEntries(
    providers.flatMap((provider) =>
      Object.entries(written(provider)).map(([name, value]) => [prefixOf(provider.id) + name, value]),
    ),
  );
}

/** The providers with the ids of SIGN_IN_PROVIDERS and what is wrong with their variables. No message quotes a value. */
export function readSignInProviders(
  ids: readonly string[],
  environment: Record<string, string | undefined>,
): { providers: SignInProvider[]; errors: string[] } {
  const providers: SignInProvider[] = [];
  const errors: string[] = [];
  for (const id of ids) {
    const prefix = prefixOf(id);
    const given = Object.fromEntries(
      Object.keys(ProviderSchema.shape).map((name) => [name, environment[prefix + name]]),
    );
    const result = ProviderSchema.safeParse(given, { error: plainError });
    if (result.success) providers.push(providerOf(id, result.data));
    else errors.push(...errorLines(result.error).map((line) => prefix + line));
    if (result.success && (result.data.ROLES_CLAIM === undefined) !== (result.data.ROLES_MAP.size === 0))
      errors.push(`${prefix}ROLES_CLAIM and ${prefix}ROLES_MAP: are required together`);
  }
  if (ids.length > 0 && environment.IDENTITY_ISSUER?.trim())
    errors.push('SIGN_IN_PROVIDERS: is for the provider in this process, which IDENTITY_ISSUER replaces');
  const issuers = providers.map(({ issuer }) => issuer);
  if (new Set(issuers).size < issuers.length) errors.push('SIGN_IN_PROVIDERS: two of them have the same issuer');
  return { providers, errors };
}

function providerOf(id: string, env: z.output<typeof ProviderSchema>): SignInProvider {
  const isOrcid = orcidIssuers.includes(env.ISSUER);
  return {
    id,
    issuer: env.ISSUER,
    clientId: env.CLIENT_ID,
    clientSecret: env.CLIENT_SECRET,
    clientAuth: env.CLIENT_AUTH ?? 'client_secret_basic',
    label: { en: env.LABEL, de: env.LABEL_DE ?? env.LABEL },
    scope: env.SCOPE ?? (isOrcid ? 'openid' : 'openid profile email'),
    trustsEmail: env.TRUST_EMAIL === 'on',
    orcidClaim: env.ORCID_CLAIM ?? (isOrcid ? 'sub' : null),
    rolesClaim: env.ROLES_CLAIM ?? null,
    roles: env.ROLES_MAP,
  };
}
