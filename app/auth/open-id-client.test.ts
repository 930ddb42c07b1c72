import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { createOpenIdClient, type TokenSet } from './open-id-client';
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

/** An outside provider: msw stands for the network, nothing of ours is replaced. */
const provider = setupServer(
  http.get(`${issuer}/.well-known/openid-configuration`, () => HttpResponse.json(discovery)),
  http.get(`${issuer}/jwks`, async () =>
    HttpResponse.json({ keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'k', alg: 'RS256' }] }),
  ),
);
beforeAll(() => provider.listen({ onUnhandledRequest: 'error' }));
afterEach(() => provider.resetHandlers());
afterAll(() => provider.close());

const newClient = () =>
  createOpenIdClient({
    issuer,
    clientId: 'web',
    clientSecret: 'secret',
    origin,
    resource: `${origin}/api`,
    nonceKeys: [Buffer.alloc(32, 1)],
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

function answerTokens(idToken: (body: URLSearchParams) => Promise<string>) {
  provider.use(
    http.post(`${issuer}/token`, async ({ request }) =>
      HttpResponse.json({
        access_token: 'access',
        token_type: 'Bearer',
        expires_in: 900,
        refresh_token: 'refreshed',
        id_token: await idToken(new URLSearchParams(await request.text())),
      }),
    ),
  );
}

/** Starts a sign-in and answers the provider's redirect and the callback it would lead to. */
async function startSignIn(client = newClient()) {
  const redirect = (await client.authenticate(new Request(`${origin}/authentication/login`))) as Response;
  const target = new URL(redirect.headers.get('Location') ?? '');
  const cookie = (redirect.headers.get('Set-Cookie') ?? '').split(';')[0] ?? '';
  const state = target.searchParams.get('state') ?? '';
  const callback = new Request(`${origin}/authentication/login-callback?code=c&state=${state}`, {
    headers: { Cookie: cookie },
  });
  return { client, target, callback, nonce: target.searchParams.get('nonce') ?? '' };
}

test('sign-in asks with PKCE, a nonce and the resource, and its state lives 900 seconds', async () => {
  const redirect = (await newClient().authenticate(
    new Request(`${origin}/authentication/login`),
  )) as Response;
  const asked = new URL(redirect.headers.get('Location') ?? '').searchParams;
  expect(asked.get('code_challenge_method')).toBe('S256');
  expect(asked.get('resource')).toBe(`${origin}/api`);
  expect(asked.get('nonce')).toMatch(/^[\w-]{43}$/);
  expect(redirect.headers.get('Set-Cookie')).toMatch(/Max-Age=900.*HttpOnly.*|HttpOnly.*Max-Age=900/i);
});

test('the callback brings the user whom a verified id_token names', async () => {
  const { client, callback, nonce } = await startSignIn();
  answerTokens(() => signed({ nonce, sid: 'session' }));
  const tokens = (await client.authenticate(callback)) as TokenSet;
  expect(tokens.user).toEqual({ subject: 's', name: 'Eva', email: 'eva@example.org', isExpert: true });
  expect(tokens).toMatchObject({ sid: 'session', accessToken: 'access', refreshToken: 'refreshed' });
});

test('an id_token with another nonce, of another issuer or without signature is refused', async () => {
  for (const forge of [
    (nonce: string) => signed({ nonce: `${nonce}x` }),
    (nonce: string) => signed({ nonce }, 'https://evil.example'),
    async (nonce: string) => `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify({ nonce, iss: issuer }))}.`,
  ]) {
    const { client, callback, nonce } = await startSignIn();
    answerTokens(() => forge(nonce));
    await expect(client.authenticate(callback)).rejects.toMatchObject({ code: 'callback' });
  }
});

test('a callback that nobody here has started is refused', async () => {
  const callback = new Request(`${origin}/authentication/login-callback?code=c&state=unknown`);
  await expect(newClient().authenticate(callback)).rejects.toMatchObject({ code: 'callback' });
});

test('a provider that is away, or calls itself otherwise, means that settings could not be loaded', async () => {
  const address = `${issuer}/.well-known/openid-configuration`;
  for (const answer of [
    () => HttpResponse.error(),
    () => new HttpResponse(null, { status: 503 }),
    () => HttpResponse.json({ ...discovery, issuer: 'https://other.example' }),
  ]) {
    provider.use(http.get(address, answer));
    const failed = newClient().authenticate(new Request(`${origin}/authentication/login`));
    await expect(failed).rejects.toBeInstanceOf(SignInFailure);
    await expect(failed).rejects.toMatchObject({ code: 'settings' });
    provider.resetHandlers();
  }
});

test('a provider that comes back is asked again', async () => {
  const client = newClient();
  provider.use(
    http.get(`${issuer}/.well-known/openid-configuration`, () => HttpResponse.error(), { once: true }),
  );
  await expect(client.reachable()).rejects.toMatchObject({ code: 'settings' });
  await expect(client.reachable()).resolves.toBeUndefined();
});

test('a refresh sends the resource; a refused one is null, a failing provider throws', async () => {
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
  provider.use(
    http.post(`${issuer}/token`, () => HttpResponse.json({ error: 'invalid_grant' }, { status: 400 })),
  );
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
  // Kept and sent much later: 'iat' alone tells, whatever the token says of its end.
  const old = new SignJWT({ sub: 's', events, jti: '2', sid: 'x' })
    .setProtectedHeader({ alg: 'RS256', kid: 'k' })
    .setIssuer(issuer)
    .setAudience('web')
    .setIssuedAt(Math.floor(Date.now() / 1000) - 3600)
    .setExpirationTime('5m');
  expect(await client.readLogoutToken(await old.sign(keys.privateKey))).toBeNull();
});

test('sign-out leads to the page of the provider and back to ours', async () => {
  const address = new URL((await newClient().endSessionAddress('id-token')) ?? '');
  expect(address.origin + address.pathname).toBe(`${issuer}/end`);
  expect(address.searchParams.get('id_token_hint')).toBe('id-token');
  expect(address.searchParams.get('post_logout_redirect_uri')).toBe(
    `${origin}/authentication/logout-callback`,
  );
});
