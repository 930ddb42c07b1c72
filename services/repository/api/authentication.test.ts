import { afterAll, beforeAll, expect, it } from 'vitest';

import {
  actors,
  bearer,
  createTestApi,
  serveTestApi,
  testToken,
  type TestApi,
  tokenRules,
} from '../../../tests/support/test-api';
import { createTokenVerifier } from './authentication';

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi();
  test.api.get('/api/who', (c) => c.json(c.get('actor')));
});
afterAll(() => test.close());

const ask = (headers: Record<string, string>) => test.api.request('/api/who', { headers });
const askWith = (token: string) => ask({ Authorization: `Bearer ${token}` });

it('recognises the caller by the token, and stores the person', async () => {
  const response = await ask(await bearer(actors.expert1));
  const { name, email } = actors.expert1;
  expect(await response.json()).toEqual({ ...actors.expert1, knownAs: [name, email] });
  const { rows } = await test.pool.query('select name, email, roles from repository.people');
  expect(rows).toEqual([{ name: 'Erika Expert', email: 'expert1@example.org', roles: ['Experts'] }]);
});

it('cleans what an outside issuer says of somebody, and ignores roles that cannot be stored', async () => {
  const odd = {
    subject: 'odd',
    name: 'Ada\0 \ud800 Byron\u202e\u001b\n',
    email: '\u200bada@example.org ',
    orcid: '\0\ud800',
    roles: ['Experts\0', 'Experts\ud800'],
  };
  const response = await ask(await bearer(odd));
  expect(response.status).toBe(200);
  const cleaned = { name: 'Ada \ufffd Byron', email: 'ada@example.org', roles: [] };
  expect(await response.json()).toMatchObject({ subject: 'odd', ...cleaned });
  const { rows } = await test.pool.query(`select name, email, roles from repository.people where subject = 'odd'`);
  expect(rows).toEqual([cleaned]);
  expect(test.serverErrors).toEqual([]);
});

it('leaves out an address that cannot be stored, because without its characters it is that of somebody else', async () => {
  const response = await ask(await bearer({ subject: 'two', name: 'Ada', email: 'a\0da@example.org', roles: [] }));
  expect(await response.json()).toMatchObject({ name: 'Ada', email: '' });
});

it('names somebody by the e-mail address if nothing of the name is visible', async () => {
  const response = await ask(
    await bearer({ subject: 'nameless', name: '\u200b\0 ', email: 'a@example.org', roles: [] }),
  );
  expect(await response.json()).toMatchObject({ name: 'a@example.org' });
});

it('treats a request without a token as that of a visitor', async () => {
  expect(await (await ask({})).json()).toBeNull();
});

it.each([
  ['of another issuer', { issuer: 'https://elsewhere.example' }],
  ['for another audience', { audience: 'https://elsewhere.example' }],
  ['that has expired beyond the allowed clock skew', { expiresIn: '-6m' }],
  ['that is an id token', { type: 'JWT' }],
  ['whose subject cannot be stored', {}, { subject: 'a\0b' }],
  ['whose subject is half a character', {}, { subject: 'a\ud800b' }],
])('responds with 401 to a token %s', async (_, errors, claims?: { subject: string }) => {
  const response = await askWith(await testToken({ ...actors.contributor, ...claims }, errors));
  expect(response.status).toBe(401);
  expect(await response.json()).toMatchObject({ code: 'unauthenticated', status: 401 });
});

it('refuses an expired token, but tolerates some seconds of clock difference', async () => {
  expect((await askWith(await testToken(actors.contributor, { expiresIn: '-2s' }))).status).toBe(200);
  expect((await askWith(await testToken(actors.contributor, { expiresIn: '-10s' }))).status).toBe(401);
});

it('responds with 401 to a token with a forged payload', async () => {
  const [header, , signature] = (await testToken(actors.contributor)).split('.');
  const forged = Buffer.from(JSON.stringify({ sub: 'expert1', role: 'Experts', exp: 9e9 })).toString('base64url');
  expect((await askWith(`${header}.${forged}.${signature}`)).status).toBe(401);
});

it('responds with 401 to anything that is not a bearer token', async () => {
  for (const header of ['', 'Basic YTpi', 'Bearer', 'Bearer a b', `Bearer ${'a'.repeat(9000)}`]) {
    expect((await ask({ Authorization: header })).status, header.slice(0, 20)).toBe(401);
  }
  expect(test.serverErrors).toEqual([]);
});

it('responds with 500, not 401, if the token cannot be checked', async () => {
  const { api } = serveTestApi(test, () => Promise.reject(new Error('a statement that fails')));
  const response = await api.request('/api/fileupload', { headers: await bearer(actors.contributor) });
  expect(response.status).toBe(500);
});

const keycloak = createTokenVerifier({
  ...tokenRules(),
  audience: 'motothek-api',
  acceptsPlainType: true,
  roleClaim: { claim: 'resource_access.motothek.roles', roles: new Map([['expert', 'Experts']]) },
});
/** An access token as Keycloak makes it. */
const keycloakToken = (
  claims: Record<string, unknown> = {},
  audience: string | string[] = ['motothek-api', 'account'],
) =>
  testToken(actors.contributor, {
    type: 'JWT',
    audience,
    claims: {
      typ: 'Bearer',
      azp: 'motothek-web',
      role: undefined,
      email_verified: true,
      resource_access: { motothek: { roles: ['expert', 'Admin'] } },
      ...claims,
    },
  });

it('takes tokens of Keycloak: their type, their list of audiences, roles by path and map', async () => {
  const { subject, name, email } = actors.contributor;
  expect(await keycloak(await keycloakToken())).toMatchObject({ subject, name, email, roles: ['Experts'] });
  expect(await keycloak(await keycloakToken({}, 'motothek-api'))).toMatchObject({ subject });
  expect(await keycloak(await keycloakToken({ resource_access: undefined, role: 'Experts' }))).toMatchObject({
    roles: [],
  });
});

it('leaves out an address that the issuer has not verified', async () => {
  expect(await keycloak(await keycloakToken({ email_verified: false }))).toMatchObject({ email: '' });
  expect(await keycloak(await keycloakToken({ email_verified: undefined }))).toMatchObject({
    email: actors.contributor.email,
  });
});

it.each([
  ['for something else', {}, 'account'],
  ['that is an id token of Keycloak', { typ: 'ID' }],
  ['that is an id token of another provider', { typ: undefined, at_hash: 'x' }],
  ['that is a logout token', { typ: undefined, events: {} }],
  ['that is a refresh token', { typ: 'Refresh' }],
])('refuses a token of that issuer %s', async (_, claims, audience?: string) => {
  await expect(keycloakToken(claims, audience).then(keycloak)).rejects.toThrow();
});
