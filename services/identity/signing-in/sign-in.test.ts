import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterEach, beforeAll, expect, test } from 'vitest';

import { ForeignSecret } from '@domain/operator-error';

import { openProvider } from '../../../tests/support/open-provider';
import { openTestDatabase } from '../../../tests/support/test-database';
import { Browser } from '../testing/browser';
import {
  askForTokens,
  openSignIn,
  redeem,
  type RunningProvider,
  signInFully,
  signInRequest,
  startProvider,
} from '../testing/running-provider';

const email = 'Erika.Mustermann@Example.org';
const password = 'correct horse battery';
const { database, provider } = await openProvider();

beforeAll(async () => {
  await provider.identity.accounts.add({ email, name: 'Erika Mustermann', password, roles: ['Experts'] });
});
afterEach(() => expect(provider.errors.splice(0)).toEqual([]));

const verified = (token: string, typ?: string) =>
  jwtVerify(token, createRemoteJWKSet(new URL(`${provider.origin}/identity/jwks`)), {
    issuer: `${provider.origin}/identity`,
    typ,
  });

test('signing in returns a callback with a code, and the code an ID token with nonce and role', async () => {
  const browser = new Browser(provider.origin);
  const { request, page } = await openSignIn(browser);
  expect(page.status).toBe(200);
  expect(page.html).toContain('<title>Log in – Motothek</title>');
  const callback = await browser.submit(page, { email, password });
  const arrived = new URL(callback.address);
  expect(arrived.pathname).toBe('/authentication/login-callback');
  expect(arrived.searchParams.get('state')).toBe(request.state);

  const tokens = await redeem(provider.origin, request, callback.address);
  const { payload } = await verified(tokens.id_token);
  expect(payload).toMatchObject({
    aud: 'motothek-web',
    nonce: request.nonce,
    name: 'Erika Mustermann',
    email,
    role: ['Experts'],
    sid: expect.any(String),
  });
});

test('the access token is a JWT for the API with role, e-mail and name, and is verified in this process', async () => {
  const tokens = await signInFully(new Browser(provider.origin), email, password);
  const { payload } = await verified(tokens.access_token, 'at+jwt');
  expect(payload).toMatchObject({ aud: `${provider.origin}/api`, role: ['Experts'], email, name: 'Erika Mustermann' });
  const here = await jwtVerify(tokens.access_token, provider.identity.keys, { typ: 'at+jwt' });
  expect(here.payload.sub).toBe(payload.sub);
});

test('an account without roles has an empty list of them', async () => {
  await provider.identity.accounts.add({ email: 'plain@example.org', name: 'Plain', password });
  const tokens = await signInFully(new Browser(provider.origin), 'plain@example.org', password);
  expect((await verified(tokens.access_token)).payload.role).toEqual([]);
});

test('a refresh token works once and is replaced; using the old one again revokes both', async () => {
  const tokens = await signInFully(new Browser(provider.origin), email, password);
  const refresh = (refresh_token: string) =>
    askForTokens(provider.origin, { grant_type: 'refresh_token', refresh_token, resource: `${provider.origin}/api` });
  const second = (await (await refresh(tokens.refresh_token)).json()) as typeof tokens;
  expect((await verified(second.access_token, 'at+jwt')).payload.aud).toBe(`${provider.origin}/api`);
  expect(second.refresh_token).not.toBe(tokens.refresh_token);
  const reused = await refresh(tokens.refresh_token);
  expect([reused.status, ((await reused.json()) as { error: string }).error]).toEqual([400, 'invalid_grant']);
  expect((await refresh(second.refresh_token)).status).toBe(400);
});

test('of two concurrent refreshes with one token only one succeeds', async () => {
  const tokens = await signInFully(new Browser(provider.origin), email, password);
  const parameters = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
  const answers = await Promise.all([1, 2, 3].map(() => askForTokens(provider.origin, parameters)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
});

test('a role added in the meantime is in the next access token', async () => {
  const tokens = await signInFully(new Browser(provider.origin), 'plain@example.org', password);
  await provider.identity.accounts.setRole('PLAIN@example.org', 'Experts');
  const parameters = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
  const next = (await (await askForTokens(provider.origin, parameters)).json()) as typeof tokens;
  expect((await verified(next.access_token)).payload.role).toEqual(['Experts']);
});

test('a user who is signed in at the provider is not asked again', async () => {
  const browser = new Browser(provider.origin);
  await signInFully(browser, email, password);
  const request = signInRequest(provider.origin);
  const callback = await browser.open(request.address);
  expect((await redeem(provider.origin, request, callback.address)).access_token).toBeTruthy();
});

test('a code without the verifier, or with another one, returns no tokens', async () => {
  const browser = new Browser(provider.origin);
  const { request, page } = await openSignIn(browser);
  const callback = await browser.submit(page, { email, password });
  const wrong = { ...request, verifier: signInRequest(provider.origin).verifier };
  await expect(redeem(provider.origin, wrong, callback.address)).rejects.toThrow('invalid_grant');
});

test('another user may sign in on a page that was opened before, and gets the tokens', async () => {
  const browser = new Browser(provider.origin);
  const first = await openSignIn(browser);
  await signInFully(browser, email, password);
  const callback = await browser.submit(first.page, { email: 'plain@example.org', password });
  const tokens = await redeem(provider.origin, first.request, callback.address);
  expect((await verified(tokens.id_token)).payload.email).toBe('plain@example.org');
  expect(provider.logoutTokens.length).toBeGreaterThan(0);
});

test('prompt=login asks again, and another account may sign in', async () => {
  const browser = new Browser(provider.origin);
  await signInFully(browser, email, password);
  const request = signInRequest(provider.origin, { prompt: 'login' });
  const page = await browser.open(request.address);
  expect(page.html).toContain('Log in');
  const callback = await browser.submit(page, { email: 'plain@example.org', password });
  const tokens = await redeem(provider.origin, request, callback.address);
  expect((await verified(tokens.id_token)).payload.email).toBe('plain@example.org');
});

async function tokensAt(at: RunningProvider) {
  await at.identity.accounts.add({ email, name: 'Erika', password });
  return signInFully(new Browser(at.origin), email, password);
}

test('sessions and tokens are stored only as hashes', async () => {
  const browser = new Browser(provider.origin);
  const tokens = await signInFully(browser, email, password);
  const { page } = await openSignIn(new Browser(provider.origin));
  const cookies = browser.cookieHeader(new URL(`${provider.origin}/identity/`));
  const session = /identity-session=([^;]+)/.exec(cookies)?.[1] ?? '';
  const interaction = /interaction\/([\w-]+)/.exec(page.address)?.[1] ?? '';
  const { rows } = await database.pool.query('select * from identity.artifacts');
  const table = JSON.stringify(rows);
  for (const secret of [tokens.refresh_token, session, interaction]) {
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(table.includes(secret)).toBe(false);
  }
});

test('keys survive a restart of the provider, which does not start with another secret', async () => {
  const tokens = await signInFully(new Browser(provider.origin), email, password);
  const again = await startProvider(database.pool);
  await jwtVerify(tokens.access_token, again.identity.keys);
  await again.close();
  const other = await openTestDatabase();
  const one = await startProvider(other.pool, 'first secret');
  await one.close();
  await expect(startProvider(other.pool, 'second secret')).rejects.toThrow(ForeignSecret);
  const unchanged = await startProvider(other.pool, 'first secret');
  await jwtVerify((await tokensAt(unchanged)).access_token, one.identity.keys);
  await unchanged.close();
  await other.close();
});
