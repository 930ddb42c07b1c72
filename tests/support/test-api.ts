import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose';

import { adminRole, chairRole, expertRole } from '@domain/roles';

import { openBody } from '../../services/http/web-listener';
import { createApi, type RepositoryApi } from '../../services/repository/api/app';
import { createTokenVerifier } from '../../services/repository/api/authentication';
import type { Actor, RepositoryContext } from '../../services/repository/context/context';
import { createTestRepository, type TestRepository } from './test-repository';

const issuer = 'https://identity.example';
const audience = 'https://motothek.example/api';
/** How tokens of the tests are verified. */
export const tokenRules = () => ({ issuer, audience, keys: keySet });
const keyId = 'test';
const keys = await generateKeyPair('RS256');
const keySet = createLocalJWKSet({ keys: [{ ...(await exportJWK(keys.publicKey)), kid: keyId, alg: 'RS256' }] });

/** A user with these roles. */
export const person = (subject: string, name: string, roles: string[]): Actor => ({
  subject,
  name,
  email: `${subject}@example.org`,
  roles,
});
/** Users for every test: two contributors and three members of the editorial board. */
export const actors = {
  contributor: person('contributor', 'Clara Contributor', []),
  other: person('other', 'Otto Other', []),
  expert1: person('expert1', 'Erika Expert', [expertRole]),
  expert2: person('expert2', 'Emil Expert', [expertRole]),
  expert3: person('expert3', 'Edda Expert', [expertRole]),
};
/** A member of the chair, whom most tests do without. */
export const chair = person('chair', 'Clio Chair', [chairRole]);
/** Somebody who looks after accounts, jobs and storage, and is nothing else. */
export const administrator = person('administrator', 'Ada Administrator', [adminRole]);

/** Deliberate mistakes in a token. */
export interface TokenDefects {
  issuer?: string;
  audience?: string | string[];
  /** More claims, or others. */
  claims?: Record<string, unknown>;
  /** Like '5m' or '-10m'. */
  expiresIn?: string;
  type?: string;
  /** Authentication methods (RFC 8176). */
  amr?: string[];
}

/** An access token as our identity provider issues it: a signed JWT with role, e-mail and name. */
export function testToken(actor: Actor, defects: TokenDefects = {}): Promise<string> {
  const { name, email, orcid, roles: role, generation } = actor;
  return new SignJWT({ name, email, orcid, role, generation, amr: defects.amr, ...defects.claims })
    .setProtectedHeader({ alg: 'RS256', kid: keyId, typ: defects.type ?? 'at+jwt' })
    .setIssuer(defects.issuer ?? issuer)
    .setAudience(defects.audience ?? audience)
    .setSubject(actor.subject)
    .setIssuedAt()
    .setExpirationTime(defects.expiresIn ?? '5m')
    .sign(keys.privateKey);
}

/** Header of a request by `actor`. */
export async function bearer(actor: Actor): Promise<{ Authorization: string }> {
  return { Authorization: `Bearer ${await testToken(actor)}` };
}

export interface TestApi extends TestRepository {
  api: RepositoryApi;
  /** Server errors during requests; a test of the successful path expects none. */
  serverErrors: unknown[];
}

/**
 * The repository API on a test repository, with tokens verified as in production:
 * `api.request('/api/…', { headers: await bearer(actors.contributor) })`. Call `close` in `afterAll`.
 */
export async function createTestApi(overrides: Partial<RepositoryContext> = {}): Promise<TestApi> {
  return serveTestApi(await createTestRepository(overrides));
}

/** The repository API of one server on a test repository. */
export function serveTestApi(
  test: TestRepository,
  stillHolds?: () => Promise<boolean>,
  requiredFactorRoles?: readonly string[],
): TestApi {
  const serverErrors: unknown[] = [];
  const api = createApi({
    repository: requiredFactorRoles
      ? { ...test.repository, settings: { ...test.repository.settings, requiredFactorRoles } }
      : test.repository,
    verifyToken: createTokenVerifier({ issuer, audience, keys: keySet, requiredFactorRoles, stillHolds }),
    openBody,
    reportError: (error) => serverErrors.push(error),
  });
  return { ...test, api, serverErrors };
}
