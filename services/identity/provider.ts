import { Provider, errors, interactionPolicy, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';

import { findAccount, type Account } from './accounts';
import { createAdapterFactory } from './artifact-adapter';
import { generationIn } from './generation';
import type { ProviderKeys } from './provider-keys';
import { cookieNames, sessionCookie, sessionSeconds } from './provider-session';
import type { Database } from './store/database';

/** The web app as a client of the provider. */
export interface IdentityClient {
  id: string;
  secret: string;
  redirectUris: string[];
  postLogoutRedirectUris: string[];
  backchannelLogoutUri?: string;
}

/** A changed name shows at the latest when the access token is renewed; a changed role or password at once (still-holds.ts). */
const accessTokenSeconds = 15 * 60;
const idTokenSeconds = 60 * 60;
/** Time to type e-mail and password, or to register, after pressing 'Login': longer than WCAG 2.2.1 asks limits to be. */
const interactionSeconds = 24 * 60 * 60;
const refreshTokenSeconds = 14 * 24 * 60 * 60;
const codeSeconds = 60;

const scopes = ['openid', 'profile', 'email', 'role'];

/** The pages and answers of ours that stand in for oidc-provider's own. */
interface ProviderPages {
  answerSignOut(context: KoaContextWithOIDC): Promise<void>;
  showSignedOut(context: KoaContextWithOIDC): void;
  showRefusal(context: KoaContextWithOIDC, code: string): void;
}

interface ProviderOptions {
  db: Database;
  issuer: string;
  audience: string;
  client: IdentityClient;
  keys: ProviderKeys;
  pages: ProviderPages;
  /** Reaches the client for back-channel logout; may stay in the process. */
  fetch: typeof fetch;
}

export function createProvider(options: ProviderOptions): Provider {
  const { db, issuer, keys, pages } = options;
  const mountPath = new URL(issuer).pathname.replace(/\/$/, '');
  const policy = interactionPolicy.base();
  // The one client is our own: nobody is asked for consent to what they came for.
  policy.remove('consent');
  const provider = new Provider(issuer, {
    adapter: createAdapterFactory(db),
    clients: [clientMetadata(options.client)],
    jwks: { keys: [keys.signing] },
    cookies: {
      names: cookieNames,
      keys: keys.cookies,
      long: sessionCookie(mountPath),
      short: { httpOnly: true, sameSite: 'lax' },
    },
    ...tokenRules(options),
    interactions: { policy, url: (_, interaction) => `${mountPath}/interaction/${interaction.uid}` },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      // Everything a client may know of the person stands in the ID token.
      userinfo: { enabled: false },
      revocation: { enabled: true },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: pages.answerSignOut,
        postLogoutSuccessSource: pages.showSignedOut,
      },
      resourceIndicators: resourceRules(options.audience),
    },
    renderError: (context, out) => pages.showRefusal(context, out.error),
    clientBasedCORS: () => false,
    // oidc-provider refuses to call addresses of the own network; the one it calls is in our configuration.
    fetch: (url, init) => options.fetch(url, { ...init, dispatcher: undefined } as RequestInit),
  });
  // Every address the provider names is on its issuer's origin, however the request came (see mount.ts).
  provider.proxy = true;
  return provider;
}

function clientMetadata(client: IdentityClient) {
  return {
    client_id: client.id,
    client_secret: client.secret,
    redirect_uris: client.redirectUris,
    post_logout_redirect_uris: client.postLogoutRedirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code' as const],
    response_modes: ['query'],
    ...(client.backchannelLogoutUri === undefined
      ? {}
      : { backchannel_logout_uri: client.backchannelLogoutUri, backchannel_logout_session_required: true }),
  };
}

/** What the tokens say, how long they hold, and when they are handed out. */
function tokenRules({ db }: ProviderOptions): Configuration {
  return {
    scopes,
    claims: { openid: ['sub', 'role', 'name', 'email'], profile: ['name'], email: ['email'], role: ['role'] },
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post'],
    pkce: { required: () => true },
    ttl: {
      AccessToken: accessTokenSeconds,
      AuthorizationCode: codeSeconds,
      Grant: refreshTokenSeconds,
      IdToken: idTokenSeconds,
      Interaction: interactionSeconds,
      RefreshToken: refreshTokenSeconds,
      Session: sessionSeconds,
    },
    findAccount: async (_, id) => {
      const account = await findAccount(db, id);
      return account ? { accountId: id, claims: () => ({ sub: id, ...claimsOf(account) }) } : undefined;
    },
    extraTokenClaims: async ({ oidc }, token) => {
      const account = 'accountId' in token && token.accountId ? await findAccount(db, token.accountId) : null;
      // Of what the token was asked for with, not of the account: that may have got a new password meanwhile.
      const { RefreshToken, AuthorizationCode } = oidc.entities;
      const generation = generationIn((RefreshToken ?? AuthorizationCode)?.amr) ?? undefined;
      return account ? { ...claimsOf(account), generation } : undefined;
    },
    // Refresh tokens without the scope offline_access, which would need a question to the person.
    issueRefreshToken: (_, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    loadExistingGrant: grantEverythingAsked,
  };
}

function claimsOf(account: Account) {
  return { name: account.name, email: account.email, role: account.roles };
}

/** Access tokens are JWTs for the repository API, whether or not the client names it. */
function resourceRules(audience: string) {
  return {
    enabled: true,
    defaultResource: () => audience,
    useGrantedResource: () => true,
    getResourceServerInfo: (_: KoaContextWithOIDC, resource: string) => {
      if (resource !== audience) throw new errors.InvalidTarget();
      return {
        scope: scopes.join(' '),
        audience,
        accessTokenTTL: accessTokenSeconds,
        accessTokenFormat: 'jwt' as const,
        jwt: { sign: { alg: 'RS256' as const } },
      };
    },
  };
}

/** The grant of this session and client, holding all that was asked for: consent is not a question here. */
async function grantEverythingAsked(context: KoaContextWithOIDC) {
  const { provider, client, session, params } = context.oidc;
  if (!client || !session?.accountId) return undefined;
  const existing = session.grantIdFor(client.clientId);
  const found = existing === undefined ? undefined : await provider.Grant.find(existing);
  const grant = found ?? new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope(String(params?.scope ?? 'openid'));
  for (const resource of Object.keys(context.oidc.resourceServers ?? {})) {
    grant.addResourceScope(resource, scopes.join(' '));
  }
  await grant.save();
  return grant;
}
