import { z } from 'zod';

import { withoutSlash } from '@domain/issuer-address';
import { ownRoleClaim, type RoleClaim } from '@domain/role-claim';

import { readRolesMap } from './sign-in-providers';
import { optionalText } from './variables';

/** An address with http or https that says where something is, and nothing else. */
const place = z
  .url({ protocol: /^https?$/ })
  .refine(
    (value) => !URL.canParse(value) || !/[?#]|\/\/[^/]*@/.test(value),
    'must not have credentials, a query or a fragment',
  );

/** Where `{returnUrl}` may stand in an address of a page. */
const page = z.url({ protocol: /^https?$/ });

/** The part of the environment about the OpenID provider that issues the tokens. */
export const issuerSettings = {
  IDENTITY_ISSUER: optionalText.pipe(place.optional()),
  IDENTITY_INTERNAL_URL: optionalText.pipe(place.optional()),
  IDENTITY_CLIENT_ID: z.string().trim().min(1).default('motothek-web'),
  IDENTITY_CLIENT_SECRET: optionalText,
  IDENTITY_AUDIENCE: optionalText,
  IDENTITY_ROLES_CLAIM: optionalText,
  IDENTITY_ROLES_MAP: optionalText.transform((text, context) =>
    text === undefined ? undefined : readRolesMap(text, context),
  ),
  IDENTITY_REGISTER_URL: optionalText.pipe(page.optional()),
  IDENTITY_ACCOUNT_URL: optionalText.pipe(page.optional()),
  IDENTITY_STYLESHEET: optionalText,
};

type IssuerEnvironment = { [name in keyof typeof issuerSettings]?: z.output<(typeof issuerSettings)[name]> } & {
  IDENTITY_CLIENT_ID: string;
  REPOSITORY_URL?: string;
};

/** Address of the provider that comes with Motothek. */
const ownIssuer = (origin: string) => `${origin}/identity`;

/** Whether the provider is another program. Naming the address of our own one is as good as naming none. */
function isOutside({ IDENTITY_ISSUER: issuer }: IssuerEnvironment, origin: string): boolean {
  return issuer !== undefined && withoutSlash(issuer) !== ownIssuer(origin);
}

/** The provider that issues the tokens. `origin` is the address of the site. */
export function readIssuer(env: IssuerEnvironment, origin: string) {
  const outside = isOutside(env, origin);
  const repositoryUrl = env.REPOSITORY_URL && withoutSlash(env.REPOSITORY_URL);
  const roleClaim: RoleClaim = {
    claim: env.IDENTITY_ROLES_CLAIM ?? ownRoleClaim.claim,
    roles: env.IDENTITY_ROLES_MAP ?? null,
  };
  return {
    /** Exactly as in the tokens. */
    issuer: outside ? (env.IDENTITY_ISSUER ?? '') : ownIssuer(origin),
    /** Not the provider that comes with Motothek, in whichever process that is. */
    isOutside: outside,
    /** Address at which servers reach it; undefined means the public one. */
    internalUrl: env.IDENTITY_INTERNAL_URL ?? (!outside && repositoryUrl ? `${repositoryUrl}/identity` : undefined),
    clientId: env.IDENTITY_CLIENT_ID,
    clientSecret: env.IDENTITY_CLIENT_SECRET,
    /** `aud` of access tokens. */
    audience: env.IDENTITY_AUDIENCE ?? `${origin}/api`,
    /** The audience that the provider is asked for; null if it decides itself. */
    resource: env.IDENTITY_AUDIENCE === undefined ? `${origin}/api` : null,
    roleClaim,
    accountPages: { register: env.IDENTITY_REGISTER_URL, profile: env.IDENTITY_ACCOUNT_URL },
    /** Stylesheet of the identity pages for an external web app; undefined means that of the web build. */
    stylesheet: env.IDENTITY_STYLESHEET,
  };
}
export type IssuerSettings = ReturnType<typeof readIssuer>;

/** Settings that say how an outside provider differs from ours. */
const onlyOutside = [
  'IDENTITY_AUDIENCE',
  'IDENTITY_ROLES_CLAIM',
  'IDENTITY_ROLES_MAP',
  'IDENTITY_REGISTER_URL',
  'IDENTITY_ACCOUNT_URL',
] as const;

/** Errors of several variables together. `web`: this process shows screens, and signs people in. */
export function issuerErrors(env: IssuerEnvironment, origin: string, { web }: { web: boolean }): string[] {
  const errors: string[] = [];
  const outside = isOutside(env, origin);
  if (web && (outside || env.REPOSITORY_URL) && !env.IDENTITY_CLIENT_SECRET) {
    const why = outside ? 'IDENTITY_ISSUER' : 'REPOSITORY_URL, the same as for that API';
    errors.push(`IDENTITY_CLIENT_SECRET: is required with ${why}`);
  }
  if (!outside)
    for (const name of onlyOutside) if (env[name]) errors.push(`${name}: is for an outside provider, IDENTITY_ISSUER`);
  if (env.IDENTITY_INTERNAL_URL && !outside && !env.REPOSITORY_URL)
    errors.push('IDENTITY_INTERNAL_URL: is for a provider in another process: IDENTITY_ISSUER or REPOSITORY_URL');
  if (outside && env.IDENTITY_AUDIENCE === env.IDENTITY_CLIENT_ID)
    errors.push('IDENTITY_AUDIENCE: must not be IDENTITY_CLIENT_ID, because ID tokens have that audience');
  return errors;
}
