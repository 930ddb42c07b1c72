import type { MiddlewareHandler } from 'hono';
import { errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';

import { tokenPrefix } from '@domain/access-tokens';
import { Refusal } from '@domain/error-codes';
import { preferredLanguage } from '@domain/language';
import { normaliseOrcid } from '@domain/metadata/identifiers';
import { ownRoleClaim, type RoleClaim, rolesIn } from '@domain/role-claim';
import { isStorable, isVisible, oneLine, storableText, visibleText } from '@domain/text';

import type { Queryable } from '../store/database';
import { recordPerson } from '../store/people';
import type { Actor } from '../context/context';
import { requireSameSession } from '../context/same-session';
import { withholdRoles } from '../context/withhold-roles';
import { findTokenOwner } from '../context/token-owner';
import type { ApiContext, ApiEnvironment } from './environment';

/** Verifies a bearer token and returns its user. Throws if it is not valid. */
export type VerifyToken = (token: string) => Promise<Actor>;

/**
 * Tolerated difference between the issuer's clock and ours, in seconds. It is small because servers use NTP and
 * access tokens must not outlive their expiry (docs/sign-in.md).
 */
const clockToleranceSeconds = 5;

/** Tokens whose signature need not be verified again for a moment: a page calls the API up to ten times with one. */
const verifiedTokens = { max: 1000, ttl: 10_000 };

/** Authentication method of a sign-in with more than one factor (RFC 8176). */
const severalFactors = 'mfa';

/**
 * An outside issuer may send texts that cannot be stored. Names are cleaned. A subject, an address or a role is not,
 * because it could become that of somebody else: such a subject is refused, the others are left out.
 */
const ClaimsSchema = z.object({
  sub: z.string().min(1).max(255).refine(isStorable),
  name: z
    .string()
    .max(300)
    .default('')
    .transform((name) => (isVisible(name) ? oneLine(storableText(name)) : '')),
  email: z
    .string()
    .max(320)
    .default('')
    .transform((email) => (isStorable(email) ? oneLine(visibleText(email)) : '')),
  /** ORCID iD as 0000-0000-0000-0000 or as a URL, if the issuer knows it. */
  orcid: z
    .string()
    .max(60)
    .default('')
    .transform((orcid) => (isStorable(orcid) ? normaliseOrcid(orcid) : '')),
  /** false: the issuer says that the address may be that of somebody else. */
  email_verified: z.unknown().optional(),
  /** How the caller has signed in (RFC 8176). */
  amr: z.array(z.string()).catch([]),
  /** Of our own provider (docs/sign-in.md). */
  generation: z.number().int().optional().catch(undefined),
});

/**
 * Verifies JWT access tokens of one issuer for one audience: signature, issuer, audience, expiry, type, and whether
 * they have been revoked. Tokens of an external issuer are valid until they expire, because it cannot be asked.
 */
export function createTokenVerifier(options: {
  issuer: string;
  audience: string;
  keys: JWTVerifyGetKey;
  /** Where the issuer puts roles. By default where our own provider does. */
  roleClaim?: RoleClaim;
  /** Whether access tokens may have the type of any token, as those of Keycloak do. By default not. */
  acceptsPlainType?: boolean;
  /** Roles that count only in a session with a second factor. By default none. */
  requiredFactorRoles?: readonly string[];
  stillHolds?: (claims: JWTPayload) => Promise<boolean>;
}): VerifyToken {
  const verified = new LRUCache<string, JWTPayload>(verifiedTokens);
  const verify = async (token: string) => {
    const known = verified.get(token);
    if (known?.exp !== undefined && known.exp > Date.now() / 1000) return known;
    const { payload, protectedHeader } = await jwtVerify(token, options.keys, {
      issuer: options.issuer,
      audience: options.audience,
      clockTolerance: clockToleranceSeconds,
      requiredClaims: ['sub', 'exp'],
    });
    if (!isAccessToken(payload, protectedHeader.typ, options.acceptsPlainType ?? false))
      throw new errors.JWTInvalid('It is not an access token.');
    verified.set(token, payload);
    return payload;
  };
  return async (token) => {
    const payload = await verify(token);
    if (options.stillHolds && !(await options.stillHolds(payload)))
      throw new errors.JWTInvalid('The token is no longer valid.');
    const claims = ClaimsSchema.parse(payload);
    const held = rolesIn(payload, options.roleClaim ?? ownRoleClaim);
    const standing = withholdRoles(held, claims.amr.includes(severalFactors), options.requiredFactorRoles ?? []);
    const { sub: subject, orcid, generation } = claims;
    const email = claims.email_verified === false ? '' : claims.email;
    return { subject, name: claims.name || email, email, ...(orcid && { orcid }), generation, ...standing };
  };
}

/**
 * Whether a verified token is an access token: it says so (RFC 9068), or has the type of any token where that is
 * accepted. ID tokens and logout tokens have it as well, and are known by their claims; those of Keycloak by `typ`.
 */
function isAccessToken(payload: JWTPayload, type: string | undefined, acceptsPlainType: boolean): boolean {
  const name = type?.toLowerCase().replace(/^application\//, '');
  if (name === 'at+jwt') return true;
  if (!acceptsPlainType || name !== 'jwt') return false;
  const isOther = payload.typ !== undefined && payload.typ !== 'Bearer';
  return !isOther && !['at_hash', 'c_hash', 'events'].some((claim) => claim in payload);
}

/**
 * Sets `actor` from the bearer token: one of the identity provider, which updates the stored person, or a personal access
 * token. An invalid token gets 401.
 */
export function authenticate(verifyToken: VerifyToken): MiddlewareHandler<ApiEnvironment> {
  return async (c, next) => {
    const header = c.req.header('Authorization');
    const identify = () => findCaller(c, verifyToken, header);
    const actor = await identify();
    c.set('actor', actor);
    c.set('confirmCaller', async (after) => {
      if (!actor) return;
      const repository = c.get('repository');
      // Only tokens of a login last for minutes.
      if (after === 'files' && !actor.scopes) return void (await requireSameSession(repository.db, repository, actor));
      const { roles = [] } = (await identify()) ?? {};
      if (!actor.roles.every((role) => roles.includes(role))) throw new Refusal('forbidden');
    });
    return next();
  };
}

/** Whoever sends a request, by its header `Authorization`; null without one. */
async function findCaller(c: ApiContext, verifyToken: VerifyToken, header: string | undefined): Promise<Actor | null> {
  if (header === undefined) return null;
  const token = /^Bearer ([\w.~+/=-]{1,8192})$/i.exec(header)?.[1];
  if (!token) throw new Refusal('unauthenticated');
  const repository = c.get('repository');
  if (token.startsWith(tokenPrefix)) return findTokenOwner(repository, token);
  const actor = await verifyToken(token).catch((cause: unknown) => {
    // Without the database the token cannot be checked.
    if (!(cause instanceof errors.JOSEError || cause instanceof z.ZodError)) throw cause;
    throw Object.assign(new Refusal('unauthenticated'), { cause });
  });
  const confirm = async (tx: Queryable) => void (await requireSameSession(tx, repository, actor));
  const accepted = c.req.header('Accept-Language')?.trim();
  // Scripts send '*' by themselves, which says nothing about the reader of mails.
  const language = accepted === '*' ? null : preferredLanguage(accepted);
  const { db, now } = repository;
  return { ...actor, knownAs: await recordPerson(db, { ...actor, language }, now(), confirm) };
}
