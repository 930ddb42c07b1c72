import { createRemoteJWKSet, decodeJwt, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { CodeChallengeMethod, OAuth2Strategy } from 'remix-auth-oauth2';
import { z } from 'zod';

import { discoveryAddress, type IssuerAddress, serverAddress } from '@domain/issuer-address';
import { claimAt, ownRoleClaim, type RoleClaim, rolesIn } from '@domain/role-claim';
import { isAdministering, isOnBoard } from '@domain/roles';
import { isSignatureOf, type Keys, signatureOf } from '@domain/secrets';

import { verifyLogoutToken, type LogoutToken } from './logout-token';
import type { TokenSet } from './sessions';
import { SignInFailure } from './sign-in';

/**
 * Clock skew allowed between the provider and us, in seconds (spec section 9). It applies to tokens that the provider
 * itself has just sent us. The API checks access tokens more strictly.
 */
const clockToleranceSeconds = 300;
/** Longest wait for the provider (spec section 9, 'silent sign-in time-out'). */
const providerTimeoutMs = 10_000;
/** Cookie in which remix-auth-oauth2 expects the started sign-in. It is never sent to a browser. */
const strategyCookie = 'start';

const scopes = ['openid', 'profile', 'email'];

export interface OpenIdSettings extends IssuerAddress {
  clientId: string;
  clientSecret: string;
  /** Address of the site, without trailing slash. */
  origin: string;
  /** Audience of the access token, which the provider is asked for; null if it decides itself. */
  resource: string | null;
  /** Where the provider puts roles. By default where our own one does. */
  roleClaim?: RoleClaim;
  /** Keys of the nonce, derived from the session secrets. */
  nonceKeys: Keys;
  /** Sends requests to the provider; `fetch` unless it runs in this process. */
  fetch?: typeof fetch;
}

const DiscoverySchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  end_session_endpoint: z.url().optional(),
  /** `create`: a sign-in may begin with a registration (Initiating User Registration via OpenID Connect 1.0). */
  prompt_values_supported: z.array(z.string()).catch([]),
});
type Discovery = z.infer<typeof DiscoverySchema>;

const TokenAnswerSchema = z.object({
  access_token: z.string(),
  id_token: z.string().optional(),
  refresh_token: z.string().optional(),
  expires_in: z.number().positive().default(3600),
});
type TokenAnswer = z.infer<typeof TokenAnswerSchema>;

/** State that the provider returns, and the verifier of its code (PKCE). */
interface Started {
  state: string;
  codeVerifier: string;
}

/** How a sign-in begins at the provider: `create` with its page for registering. */
export type Prompt = 'create';

/**
 * Strategy for one sign-in. Adds the resource and a nonce bound to the state, which remix-auth-oauth2 does not support.
 */
class OpenIdStrategy extends OAuth2Strategy<TokenAnswer> {
  constructor(
    private readonly settings: OpenIdSettings,
    private readonly discovery: Discovery,
    private readonly started: Started,
    private readonly prompt?: Prompt,
  ) {
    const options = {
      clientId: settings.clientId,
      clientSecret: settings.clientSecret,
      authorizationEndpoint: discovery.authorization_endpoint,
      tokenEndpoint: discovery.token_endpoint,
      redirectURI: `${settings.origin}/authentication/login-callback`,
      scopes,
      cookie: strategyCookie,
    };
    super(options, async ({ tokens }) => TokenAnswerSchema.parse(tokens.data));
  }

  protected override createAuthorizationURL() {
    const url = this.client.createAuthorizationURLWithPKCE(
      this.discovery.authorization_endpoint,
      this.started.state,
      CodeChallengeMethod.S256,
      this.started.codeVerifier,
      scopes,
    );
    return { ...this.started, url };
  }

  protected override authorizationParams(params: URLSearchParams): URLSearchParams {
    const extended = new URLSearchParams(params);
    extended.set('nonce', signatureOf(params.get('state') ?? '', this.settings.nonceKeys[0]));
    if (this.settings.resource !== null) extended.set('resource', this.settings.resource);
    if (this.prompt) extended.set('prompt', this.prompt);
    return extended;
  }
}

/**
 * OpenID Connect client based on remix-auth-oauth2: discovery on first use, authorization code with PKCE, verification
 * of the id_token (signature, issuer, audience, nonce, expiry), refresh, sign-out address, back-channel logout tokens.
 * Throws SignInFailure 'settings' while the provider cannot be reached.
 */
export function createOpenIdClient(settings: OpenIdSettings) {
  const reach = settings.fetch ?? fetch;
  let known: { discovery: Discovery; keys: JWTVerifyGetKey } | null = null;

  async function provider() {
    known ??= await discover(settings, reach);
    return known;
  }

  /** Address of the provider at which a sign-in begins. */
  async function begin({ state, codeVerifier }: Started, prompt?: Prompt): Promise<string> {
    const { discovery } = await provider();
    const strategy = new OpenIdStrategy(settings, discovery, { state, codeVerifier }, prompt);
    // A request with `state` would be taken for the callback.
    const answer: unknown = await strategy
      .authenticate(new Request(`${settings.origin}/authentication/login`))
      .catch((thrown: unknown) => thrown);
    const address = answer instanceof Response ? answer.headers.get('Location') : null;
    if (address === null) throw new SignInFailure('callback', { cause: answer });
    return address;
  }

  /** The tokens for the code of a callback. Throws SignInFailure 'callback' if anything about it is not valid. */
  async function complete(callback: Request, { state, codeVerifier }: Started): Promise<TokenSet> {
    const { discovery, keys } = await provider();
    try {
      const strategy = new OpenIdStrategy(settings, discovery, { state, codeVerifier });
      const Cookie = `${strategyCookie}=${new URLSearchParams({ [state]: codeVerifier })}`;
      const answer = await strategy.authenticate(new Request(callback.url, { headers: { Cookie } }));
      return tokenSet(answer, await verifyIdToken(answer.id_token ?? '', discovery, keys, state), settings);
    } catch (cause) {
      throw new SignInFailure('callback', { cause });
    }
  }

  async function verifyIdToken(idToken: string, discovery: Discovery, keys: JWTVerifyGetKey, state: string | null) {
    const { payload } = await jwtVerify(idToken, keys, {
      issuer: discovery.issuer,
      audience: settings.clientId,
      clockTolerance: clockToleranceSeconds,
      requiredClaims: ['sub', 'exp', 'iat'],
    });
    if (state !== null && !isSignatureOf(String(payload.nonce), state, settings.nonceKeys)) {
      throw new Error('The nonce of the id_token does not match.');
    }
    return payload;
  }

  /** New tokens for a refresh token; null if the provider refuses it. Throws if the provider cannot be reached. */
  async function refresh(refreshToken: string): Promise<TokenSet | null> {
    const { discovery, keys } = await provider();
    const response = await reach(discovery.token_endpoint, {
      method: 'POST',
      headers: { Authorization: basic(settings), Accept: 'application/json' },
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
        ...(settings.resource !== null && { resource: settings.resource }),
      }),
      signal: AbortSignal.timeout(providerTimeoutMs),
    });
    if (response.status === 400 || response.status === 401) return null;
    if (!response.ok) throw new Error(`The identity provider answered ${response.status} to a refresh.`);
    const answer = TokenAnswerSchema.parse(await response.json());
    if (!answer.id_token) return null;
    const claims = await verifyIdToken(answer.id_token, discovery, keys, null);
    return tokenSet({ refresh_token: refreshToken, ...answer }, claims, settings);
  }

  /** Address at which the browser ends the provider's session; null if the provider has none. */
  async function endSessionAddress(idToken: string): Promise<string | null> {
    const { discovery } = await provider();
    if (!discovery.end_session_endpoint) return null;
    const url = new URL(discovery.end_session_endpoint);
    url.searchParams.set('id_token_hint', idToken);
    url.searchParams.set('client_id', settings.clientId);
    url.searchParams.set('post_logout_redirect_uri', `${settings.origin}/authentication/logout-callback`);
    return url.href;
  }

  /** Content of a back-channel logout token; null if it is not valid. */
  async function readLogoutToken(token: string): Promise<LogoutToken | null> {
    const { discovery, keys } = await provider();
    const expected = { issuer: discovery.issuer, audience: settings.clientId };
    return verifyLogoutToken(token, keys, { ...expected, clockTolerance: clockToleranceSeconds });
  }

  return {
    begin,
    complete,
    refresh,
    endSessionAddress,
    readLogoutToken,
    /** Throws SignInFailure 'settings' if the provider cannot be reached. */
    reachable: async () => void (await provider()),
    /** Whether a sign-in may begin with a registration. Throws SignInFailure 'settings' likewise. */
    canRegister: async () => (await provider()).discovery.prompt_values_supported.includes('create'),
    configuration: () => ({ authority: settings.issuer, client_id: settings.clientId, scope: scopes.join(' ') }),
  };
}
export type OpenIdClient = ReturnType<typeof createOpenIdClient>;

async function discover(settings: OpenIdSettings, reach: typeof fetch) {
  try {
    const response = await reach(discoveryAddress(settings), {
      headers: { Accept: 'application/json' },
      signal: AbortSignal.timeout(providerTimeoutMs),
    });
    if (!response.ok) throw new Error(`The identity provider answered ${response.status} to discovery.`);
    const found = DiscoverySchema.parse(await response.json());
    if (found.issuer !== settings.issuer) throw new Error(`The issuer of the provider is ${found.issuer}.`);
    const discovery = { ...found, token_endpoint: serverAddress(found.token_endpoint, settings) };
    const keysAddress = new URL(serverAddress(found.jwks_uri, settings));
    return { discovery, keys: createRemoteJWKSet(keysAddress, { timeoutDuration: providerTimeoutMs }) };
  } catch (cause) {
    throw new SignInFailure('settings', { cause });
  }
}

function basic(settings: OpenIdSettings): string {
  const pair = `${encodeURIComponent(settings.clientId)}:${encodeURIComponent(settings.clientSecret)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

function tokenSet(answer: TokenAnswer, claims: JWTPayload, { roleClaim = ownRoleClaim }: OpenIdSettings): TokenSet {
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const isInIdToken = claimAt(claims, roleClaim.claim) !== undefined;
  const roles = rolesIn(isInIdToken ? claims : claimsOf(answer.access_token), roleClaim);
  return {
    user: {
      subject: text(claims.sub),
      name: text(claims.name) || text(claims.email),
      email: text(claims.email),
      isExpert: isOnBoard(roles),
      ...(isAdministering(roles) && { isAdmin: true }),
    },
    sid: text(claims.sid),
    idToken: answer.id_token ?? '',
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token ?? null,
    accessTokenExpiresAt: new Date(Date.now() + answer.expires_in * 1000),
  };
}

/**
 * What an access token says, which has just come from the provider. Keycloak and others have roles only there. Pages decide
 * by them what to offer; the API verifies the token and decides what is done.
 */
function claimsOf(accessToken: string): JWTPayload {
  try {
    return decodeJwt(accessToken);
  } catch {
    return {};
  }
}
