import { createHash } from 'node:crypto';

import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { createOpenIdClient, type OpenIdSettings } from './open-id-client';
import { SignInFailure } from './sign-in';

const issuer = 'https://id.example';
const origin = 'https://motothek.example';
const keys = await generateKeyPair('RS256');
const discovery = {
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  end_session_endpoint: `${issuer}/end`,
};

/** A provider on another host. msw replaces the network, so all of our own code runs. */
const provider = setupServer(
  http.get(`${issuer}/.well-known/openid-configuration`, () => HttpResponse.json(discovery)),
  http.get(`${issuer}/jwks`, async () =>
    HttpResponse.json({ keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'k', alg: 'RS256' }] }),
  ),
);
beforeAll(() => provider.listen({ onUnhandledRequest: 'error' }));
afterEach(() => provider.resetHandlers());
afterAll(() => provider.close());

const newClient = (more: Partial<OpenIdSettings> = {}) =>
  createOpenIdClient({
    issuer,
    clientId: 'web',
    clientSecret: 'secret',
    origin,
    resource: `${origin}/api`,
    nonceKeys: [Buffer.alloc(32, 1)],
    ...more,
  });

function signed(claims: JWTPayload, from = issuer): Promise<string> {
  return new SignJWT({ sub: 's', name: 'Eva', email: 'eva@example.org', role: ['Experts'], ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'k' })
    .setIssuer(from)
    .setAudience('web')
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(keys.privateKey);
}

function answerTokens(idToken: (body: URLSearchParams) => Promise<string>, accessToken = 'access') {
  provider.use(
    http.post(`${issuer}/token`, async ({ request }) =>
      HttpResponse.json({
        access_token: accessToken,
        token_type: 'Bearer',
        expires_in: 900,
        refresh_token: 'refreshed',
        id_token: await idToken(new URLSearchParams(await request.text())),
      }),
    ),
  );
}

const started = { state: 'a-state', codeVerifier: 'v'.repeat(43) };
const callback = new Request(`${origin}/authentication/login-callback?code=c&state=${started.state}`);

/** Starts a sign-in and returns the parameters of the request to the provider. */
async function startSignIn(client = newClient()) {
  const asked = new URL(await client.begin(started)).searchParams;
  return { client, asked, nonce: asked.get('nonce') ?? '' };
}

test('sign-in asks with PKCE, a nonce, the state and the resource', async () => {
  const { asked, nonce } = await startSignIn();
  expect(asked.get('code_challenge_method')).toBe('S256');
  const challenge = createHash('sha256').update(started.codeVerifier).digest('base64url');
  expect([asked.get('code_challenge'), asked.get('state')]).toEqual([challenge, started.state]);
  expect(asked.get('resource')).toBe(`${origin}/api`);
  expect(nonce).toMatch(/^[\w-]{43}$/);
});

test('the callback returns the user named by a verified id_token', async () => {
  const { client, nonce } = await startSignIn();
  let sent = new URLSearchParams();
  answerTokens((body) => {
    sent = body;
    return signed({ nonce, sid: 'session' });
  });
  const tokens = await client.complete(callback, started);
  expect(Object.fromEntries(sent)).toMatchObject({ code: 'c', code_verifier: started.codeVerifier });
  expect(tokens.user).toEqual({ subject: 's', name: 'Eva', email: 'eva@example.org', isExpert: true });
  expect(tokens).toMatchObject({ sid: 'session', accessToken: 'access', refreshToken: 'refreshed' });
});

test.each([
  ['Experts', true],
  [['Chair'], true],
  [['Chair', 7, 'Experts'], true],
  [['Readers'], false],
  [undefined, false],
])('the role claim %j makes a member of the board: %s', async (role, isExpert) => {
  const { client, nonce } = await startSignIn();
  answerTokens(() => signed({ nonce, role }));
  expect((await client.complete(callback, started)).user.isExpert).toBe(isExpert);
});

test('an id_token with another nonce or issuer, or without a signature, is refused', async () => {
  for (const forge of [
    (nonce: string) => signed({ nonce: `${nonce}x` }),
    (nonce: string) => signed({ nonce }, 'https://evil.example'),
    async (nonce: string) => `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify({ nonce, iss: issuer }))}.`,
  ]) {
    const { client, nonce } = await startSignIn();
    answerTokens(() => forge(nonce));
    await expect(client.complete(callback, started)).rejects.toMatchObject({ code: 'callback' });
  }
});

test('a callback of another sign-in, or with an error of the provider, is refused', async () => {
  for (const query of ['code=c&state=unknown', 'code=c', `error=access_denied&state=${started.state}`]) {
    const other = new Request(`${origin}/authentication/login-callback?${query}`);
    await expect(newClient().complete(other, started)).rejects.toMatchObject({ code: 'callback' });
  }
});

test('a provider that is away or has another issuer means that settings could not be loaded', async () => {
  const address = `${issuer}/.well-known/openid-configuration`;
  for (const answer of [
    () => HttpResponse.error(),
    () => new HttpResponse(null, { status: 503 }),
    () => HttpResponse.json({ ...discovery, issuer: 'https://other.example' }),
  ]) {
    provider.use(http.get(address, answer));
    const failed = newClient().begin(started);
    await expect(failed).rejects.toBeInstanceOf(SignInFailure);
    await expect(failed).rejects.toMatchObject({ code: 'settings' });
    provider.resetHandlers();
  }
});

test('a provider that is available again is called again', async () => {
  const client = newClient();
  provider.use(http.get(`${issuer}/.well-known/openid-configuration`, () => HttpResponse.error(), { once: true }));
  await expect(client.reachable()).rejects.toMatchObject({ code: 'settings' });
  await expect(client.reachable()).resolves.toBeUndefined();
});

test('a refresh sends the resource; a refusal returns null, a failing provider throws', async () => {
  const client = newClient();
  let sent = new URLSearchParams();
  answerTokens((body) => {
    sent = body;
    return signed({});
  });
  expect(await client.refresh('old')).toMatchObject({ accessToken: 'access', refreshToken: 'refreshed' });
  expect(Object.fromEntries(sent)).toEqual({
    grant_type: 'refresh_token',
    refresh_token: 'old',
    resource: `${origin}/api`,
  });
  provider.use(http.post(`${issuer}/token`, () => HttpResponse.json({ error: 'invalid_grant' }, { status: 400 })));
  expect(await client.refresh('spent')).toBeNull();
  provider.use(http.post(`${issuer}/token`, () => new HttpResponse(null, { status: 502 })));
  await expect(client.refresh('old')).rejects.toThrow('502');
});

test('a logout token names a session; an id_token or a stale one does not', async () => {
  const client = newClient();
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  expect(await client.readLogoutToken(await signed({ events, jti: '1', sid: 'x' }))).toMatchObject({
    id: '1',
    subject: 's',
    sid: 'x',
  });
  expect(await client.readLogoutToken(await signed({ jti: '1', sid: 'x' }))).toBeNull();
  expect(await client.readLogoutToken(await signed({ events, jti: '1', sid: 'x', nonce: 'n' }))).toBeNull();
  expect(await client.readLogoutToken('nonsense')).toBeNull();
  // Kept and sent much later. Only 'iat' counts, whatever 'exp' says.
  const old = new SignJWT({ sub: 's', events, jti: '2', sid: 'x' })
    .setProtectedHeader({ alg: 'RS256', kid: 'k' })
    .setIssuer(issuer)
    .setAudience('web')
    .setIssuedAt(Math.floor(Date.now() / 1000) - 3600)
    .setExpirationTime('5m');
  expect(await client.readLogoutToken(await old.sign(keys.privateKey))).toBeNull();
});

test('sign-out leads to the page of the provider and back to our site', async () => {
  const address = new URL((await newClient().endSessionAddress('id-token')) ?? '');
  expect(address.origin + address.pathname).toBe(`${issuer}/end`);
  expect(address.searchParams.get('id_token_hint')).toBe('id-token');
  expect(address.searchParams.get('post_logout_redirect_uri')).toBe(`${origin}/authentication/logout-callback`);
});

test('a provider that decides the audience itself is not asked for one', async () => {
  const client = newClient({ resource: null });
  expect((await startSignIn(client)).asked.has('resource')).toBe(false);
  let sent = new URLSearchParams();
  answerTokens((body) => {
    sent = body;
    return signed({});
  });
  await client.refresh('old');
  expect(sent.has('resource')).toBe(false);
});

test('roles that only the access token has, where a setting says, decide what pages offer', async () => {
  const roles = new Map([['head', 'Chair']]);
  const client = newClient({ roleClaim: { claim: 'realm_access.roles', roles } });
  const { nonce } = await startSignIn(client);
  const realm_access = { roles: ['head', 'Admin'] };
  answerTokens(() => signed({ nonce }), await signed({ realm_access }));
  expect((await client.complete(callback, started)).user).toMatchObject({ isExpert: true });
  answerTokens(() => signed({ nonce, realm_access: { roles: [] } }), await signed({ realm_access }));
  expect((await client.complete(callback, started)).user).toMatchObject({ isExpert: false });
});

test('a server asks the provider at its internal address, to which no browser is sent', async () => {
  const inside = 'http://inside:8080';
  provider.use(
    http.get(`${issuer}/*`, () => new HttpResponse(null, { status: 500 })),
    http.post(`${issuer}/*`, () => new HttpResponse(null, { status: 500 })),
    http.get(`${inside}/.well-known/openid-configuration`, () => HttpResponse.json(discovery)),
    http.get(`${inside}/jwks`, async () =>
      HttpResponse.json({ keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'k', alg: 'RS256' }] }),
    ),
    http.post(`${inside}/token`, async () =>
      HttpResponse.json({ access_token: 'access', token_type: 'Bearer', id_token: await signed({}) }),
    ),
  );
  const client = newClient({ internalUrl: inside });
  expect(await client.begin(started)).toMatch(`${issuer}/auth?`);
  expect(await client.refresh('old')).toMatchObject({ accessToken: 'access' });
  expect(await client.endSessionAddress('id-token')).toMatch(`${issuer}/end?`);
});

test('a sign-in begins with registering where the provider announces it', async () => {
  expect(await newClient().canRegister()).toBe(false);
  const announced = { ...discovery, prompt_values_supported: ['login', 'create'] };
  provider.use(http.get(`${issuer}/.well-known/openid-configuration`, () => HttpResponse.json(announced)));
  const client = newClient();
  expect(await client.canRegister()).toBe(true);
  expect(new URL(await client.begin(started, 'create')).searchParams.get('prompt')).toBe('create');
  expect(new URL(await client.begin(started)).searchParams.has('prompt')).toBe(false);
});
