import type { MiddlewareHandler } from 'hono';
import { errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';

import { Refusal } from '@domain/error-codes';
import { normaliseOrcid } from '@domain/metadata/orcid';

import { recordPerson } from '../store/record-person';
import type { Actor } from '../usecases/context';
import type { ApiEnvironment } from './environment';

/** Checks a bearer token and says who it speaks for; throws when it does not hold. */
export type VerifyToken = (token: string) => Promise<Actor>;

/**
 * How far the issuer's clock may be from ours, in seconds: servers keep theirs by NTP. An access token is the key to
 * everything; it does not hold longer than it says (docs/sign-in.md).
 */
const clockToleranceSeconds = 5;

const ClaimsSchema = z.object({
  sub: z.string().min(1).max(255),
  name: z.string().max(300).default(''),
  email: z.string().max(320).default(''),
  /** Of issuers that know it: as 0000-0000-0000-0000 or as address. */
  orcid: z.string().max(60).default('').transform(normaliseOrcid),
  role: z.union([z.string(), z.array(z.string())]).default([]),
});

/**
 * Verifies JWT access tokens of one issuer for one audience: signature, issuer, audience, expiry, type, and whether
 * what they claim still holds. An outside issuer cannot be asked that: its tokens hold until they expire.
 */
export function createTokenVerifier(options: {
  issuer: string;
  audience: string;
  keys: JWTVerifyGetKey;
  stillHolds?: (claims: JWTPayload) => Promise<boolean>;
}): VerifyToken {
  return async (token) => {
    const { payload } = await jwtVerify(token, options.keys, {
      issuer: options.issuer,
      audience: options.audience,
      typ: 'at+jwt',
      clockTolerance: clockToleranceSeconds,
      requiredClaims: ['sub', 'exp'],
    });
    if (options.stillHolds && !(await options.stillHolds(payload)))
      throw new errors.JWTInvalid('The token is no longer valid.');
    const claims = ClaimsSchema.parse(payload);
    const roles = Array.isArray(claims.role) ? claims.role : claims.role === '' ? [] : [claims.role];
    const { sub: subject, email, orcid } = claims;
    return { subject, name: claims.name || email, email, ...(orcid && { orcid }), roles };
  };
}

/** Sets `actor` from the bearer token and keeps the person's record current; a bad token answers 401. */
export function authenticate(verifyToken: VerifyToken): MiddlewareHandler<ApiEnvironment> {
  return async (c, next) => {
    const header = c.req.header('Authorization');
    if (header === undefined) {
      c.set('actor', null);
      return next();
    }
    const token = /^Bearer ([\w.~+/=-]{1,8192})$/i.exec(header)?.[1];
    if (!token) throw new Refusal('unauthenticated');
    const actor = await verifyToken(token).catch((cause: unknown) => {
      // Otherwise nobody could say whether it holds.
      if (!(cause instanceof errors.JOSEError || cause instanceof z.ZodError)) throw cause;
      throw Object.assign(new Refusal('unauthenticated'), { cause });
    });
    const { db, now } = c.get('repository');
    c.set('actor', { ...actor, knownAs: await recordPerson(db, actor, now()) });
    return next();
  };
}
