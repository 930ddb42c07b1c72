import { decodeJwt, type JWTPayload } from 'jose';
import { type Configuration, errors, interactionPolicy, type KoaContextWithOIDC, Provider } from 'oidc-provider';

import { askTogether } from '../../ask-together';
import { findAccountById, type AccountRow } from '../store/accounts';
import type { Database } from '../store/database';
import type { ProviderKeys } from '../store/keys';
import { createAdapterFactory } from '../store/artifacts';
import { factorIn, generationIn, methodsForToken, waivedFactor } from '../store/generation';
import { findOrcid } from '../store/outside-identities';
import { findAccountWithFactor, hasSecondFactor } from '../store/second-factors';
import { nextStep } from '../second-factor/next-step';
import { cookieNames, sessionCookie, sessionSeconds } from './session';

/** The web app as a client of the provider. */
export interface IdentityClient {
  id: string;
  secret: string;
  redirectUris: string[];
  postLogoutRedirectUris: string[];
  backchannelLogoutUri?: string;
}

/** A new name appears when the access token is renewed at the latest. New roles and passwords take effect at once (`stillHolds`). */
const accessTokenSeconds = 15 * 60;
const idTokenSeconds = 60 * 60;
/** Time to log in or register after pressing 'Login'. WCAG 2.2.1 does not apply to limits longer than 20 hours. */
const interactionSeconds = 24 * 60 * 60;
const refreshTokenSeconds = 14 * 24 * 60 * 60;
const codeSeconds = 60;

const scopes = ['openid', 'profile', 'email', 'role'];

/** Own pages and responses that replace those of oidc-provider. */
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
  /** Roles whose holders need two-step sign-in. */
  requiredFactorRoles: readonly string[];
  pages: ProviderPages;
  /** Calls the client for back-channel logout, over the network or in the same process. */
  fetch: typeof fetch;
}

export function createProvider(options: ProviderOptions): Provider {
  const { db, issuer, keys, pages } = options;
  const mountPath = new URL(issuer).pathname.replace(/\/$/, '');
  const policy = interactionPolicy.base();
  // The only client is the web app, so users are not asked for consent.
  policy.remove('consent');
  policy.get('login')?.checks.add(factorCheck(options));
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
      // Everything that a client may know about the user is in the ID token.
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
    // By default oidc-provider refuses to call local addresses. The only address it calls comes from the configuration.
    fetch: (url, init) => options.fetch(url, { ...init, dispatcher: undefined } as RequestInit),
  });
  // All addresses that the provider generates are on its issuer's origin, however the request came in (see `mountAt`).
  provider.proxy = true;
  return provider;
}

/** A session without a second factor is not enough for an account that has one, or needs one and does not go on without. */
function factorCheck(options: Pick<ProviderOptions, 'db' | 'requiredFactorRoles'>) {
  return new interactionPolicy.Check('second_factor', 'A second factor is required', async ({ oidc }) => {
    const { accountId, amr } = oidc.session ?? {};
    const account = accountId === undefined ? null : await findAccountById(options.db, accountId);
    const next = account && (await nextStep(options, account, amr));
    if (next === 'setUp') return oidc.result?.[waivedFactor] !== true;
    // A session may remember a factor that has been removed since.
    return next === 'code' && !factorIn(amr);
  });
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

/** Claims and lifetimes of the tokens, and when they are issued. */
function tokenRules({ db }: ProviderOptions): Configuration {
  return {
    scopes,
    claims: {
      openid: ['sub', 'role', 'name', 'email', 'email_verified', 'orcid'],
      profile: ['name'],
      email: ['email', 'email_verified'],
      role: ['role'],
    },
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
      const account = await findAccountById(db, id);
      const orcid = account && (await findOrcid(db, id));
      return account ? { accountId: id, claims: () => ({ sub: id, ...claimsOf(account, orcid) }) } : undefined;
    },
    extraTokenClaims: async ({ oidc }, token) => {
      const account = 'accountId' in token && token.accountId ? await findAccountById(db, token.accountId) : null;
      // From the code or refresh token that was sent, not from the account, whose password may have changed since.
      const { RefreshToken, AuthorizationCode } = oidc.entities;
      const methods = (RefreshToken ?? AuthorizationCode)?.amr ?? [];
      const generation = generationIn(methods) ?? undefined;
      if (!account) return undefined;
      const amr = methodsForToken(methods, await hasSecondFactor(db, account.id));
      return { ...claimsOf(account, await findOrcid(db, account.id)), generation, amr };
    },
    // Refresh tokens are issued without the scope offline_access, because it would require asking for consent.
    issueRefreshToken: (_, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    loadExistingGrant: grantEverythingAsked,
  };
}

/**
 * Every address counts as confirmed: by its mailed link, because the operator has entered it, or because the account is
 * older than confirmations (docs/sign-in.md).
 */
function claimsOf({ name, email, roles }: AccountRow, orcid: string | null) {
  return { name, email, email_verified: true, role: roles, ...(orcid !== null && { orcid }) };
}

/** Access tokens are JWTs for the repository API, even if the client does not ask for it. */
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

/** Grant of this session and client with everything that was requested, because users are not asked for consent. */
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

const accountOf = askTogether(findAccountWithFactor);

/**
 * Whether the claims of an access token still apply. Its account must exist and not be locked, with the same generation
 * and roles, and have a second factor if one was used, but not otherwise. Costs one lookup by a key for each request
 * with a token.
 */
export async function stillHolds(db: Database, { sub, generation, role, amr }: JWTPayload): Promise<boolean> {
  const account = sub === undefined ? null : await accountOf(db, sub);
  if (!account || account.lockedAt || account.generation !== generation || !Array.isArray(role)) return false;
  if ((factorIn(amr) !== null) !== account.hasFactor) return false;
  return JSON.stringify([...account.roles].sort()) === JSON.stringify([...(role as unknown[])].sort());
}

/** The same for a token that was verified when it was stored. */
export function tokenHolds(db: Database, token: string): Promise<boolean> {
  return stillHolds(db, decodeJwt(token));
}
