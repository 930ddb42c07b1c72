import * as client from 'openid-client';
import { z } from 'zod';

import type { SignInProvider } from '../../configuration/sign-in-providers';
import type { OutsidePerson } from '../store/outside-person';
import { readClaims } from './read-claims';

/** Why a login at an outside provider did not succeed. */
export type OutsideFailure = 'away' | 'refused' | 'broken' | 'used' | 'other-browser' | 'expired';

/** A login at an outside provider that did not succeed. The cause is for the log; it contains no secret. */
export class OutsideError extends Error {
  readonly reason: OutsideFailure;

  constructor(reason: OutsideFailure, cause?: unknown) {
    super(`The login at the outside provider failed: ${reason}`, { cause });
    this.name = 'OutsideError';
    this.reason = reason;
  }
}

/** Longest time for one response of an outside provider, in seconds. A person waits for it. */
const timeoutSeconds = 10;
/** Tolerated difference between the clock of an outside provider and ours, in seconds (spec section 6). */
const clockToleranceSeconds = 300;
/**
 * How long the addresses of a provider are used without asking again. They are asked for at each start, which tells us
 * whether it is away before a browser is sent there; its keys are read at each login.
 */
const metadataMs = 60 * 60 * 1000;

/** What a started login must get back. */
export interface LoginChecks {
  state: string;
  nonce: string;
  verifier: string;
}

/** The client of the outside providers. Its methods throw OutsideError. */
export interface RelyingParty {
  /** Address at the provider to which a browser is sent. */
  authorizationAddress(provider: SignInProvider, redirectUri: string, checks: LoginChecks): Promise<URL>;
  /** Exchanges the code in the address of a callback, and verifies what the provider says. */
  redeem(provider: SignInProvider, callback: URL, checks: LoginChecks): Promise<OutsidePerson>;
}

export function createRelyingParty(): RelyingParty {
  const known = new Map<string, { metadata: client.ServerMetadata; at: number }>();
  // Each call has a configuration of its own, because these keep the keys of the provider.
  const ask = async (provider: SignInProvider): Promise<client.Configuration> => {
    const metadata = (await discover(provider)).serverMetadata();
    known.set(provider.id, { metadata, at: Date.now() });
    return configure(provider, metadata);
  };
  const configurationOf = async (provider: SignInProvider): Promise<client.Configuration> => {
    const kept = known.get(provider.id);
    return kept && Date.now() - kept.at < metadataMs ? configure(provider, kept.metadata) : ask(provider);
  };
  return {
    async authorizationAddress(provider, redirectUri, { state, nonce, verifier }) {
      const configuration = await attempt(() => ask(provider));
      return client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: provider.scope,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      });
    },
    redeem: (provider, callback, checks) =>
      attempt(async () => {
        const configuration = await configurationOf(provider);
        return redeemCode(configuration, { provider, callback, checks });
      }),
  };
}

function discover(provider: SignInProvider): Promise<client.Configuration> {
  return client.discovery(new URL(provider.issuer), provider.clientId, undefined, client.None(), {
    timeout: timeoutSeconds,
    execute: insecure(provider) ? [client.allowInsecureRequests] : [],
  });
}

function configure(provider: SignInProvider, metadata: client.ServerMetadata): client.Configuration {
  const { clientId, clientSecret, clientAuth } = provider;
  const authentication = clientAuth === 'client_secret_post' ? client.ClientSecretPost : client.ClientSecretBasic;
  const settings = { [client.clockTolerance]: clockToleranceSeconds };
  const configuration = new client.Configuration(metadata, clientId, settings, authentication(clientSecret));
  configuration.timeout = timeoutSeconds;
  // Verifies the signatures of ID tokens, which the library otherwise takes on trust from the connection.
  client.enableNonRepudiationChecks(configuration);
  if (insecure(provider)) client.allowInsecureRequests(configuration);
  return configuration;
}

/** Settings allow http on this machine only. */
const insecure = ({ issuer }: SignInProvider) => issuer.startsWith('http:');

async function redeemCode(
  configuration: client.Configuration,
  { provider, callback, checks }: { provider: SignInProvider; callback: URL; checks: LoginChecks },
): Promise<OutsidePerson> {
  const tokens = await client.authorizationCodeGrant(configuration, callback, {
    pkceCodeVerifier: checks.verifier,
    expectedNonce: checks.nonce,
    expectedState: checks.state,
    idTokenExpected: true,
  });
  const idToken = tokens.claims();
  if (!idToken) throw new Error('There is no ID token.');
  const hasUserinfo = configuration.serverMetadata().userinfo_endpoint !== undefined;
  const more = hasUserinfo ? await client.fetchUserInfo(configuration, tokens.access_token, idToken.sub) : null;
  // An address and whether it is verified come from the same place.
  const { email_verified } = idToken.email === undefined && more ? more : idToken;
  return readClaims(provider, { ...more, ...idToken, email_verified });
}

async function attempt<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw new OutsideError(reasonOf(error), error);
  }
}

/** Errors of an authorization response (RFC 6749, 4.1.2.1) and of a token response that say what has happened. */
const reasons: Readonly<Record<string, OutsideFailure>> = {
  access_denied: 'refused',
  temporarily_unavailable: 'away',
  server_error: 'away',
  invalid_grant: 'expired',
};

function reasonOf(error: unknown): OutsideFailure {
  if (error instanceof client.AuthorizationResponseError || error instanceof client.ResponseBodyError)
    return reasons[error.error] ?? 'broken';
  if (error instanceof z.ZodError) return 'broken';
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    // What `fetch` throws if there is no response, and its signal at the time limit.
    if (each.name === 'TimeoutError' || (each instanceof TypeError && each.message === 'fetch failed')) return 'away';
    const { status } = (each.cause ?? {}) as { status?: unknown };
    if (typeof status === 'number' && status >= 500) return 'away';
  }
  return 'broken';
}
