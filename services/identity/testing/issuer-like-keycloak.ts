import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { type Configuration, interactionPolicy, Provider } from 'oidc-provider';

import { memoryAdapter, newKey } from './outside-provider';

/** Somebody with an account at the provider. */
export interface RealmUser {
  sub: string;
  name: string;
  email: string;
  emailVerified?: boolean;
  realmRoles?: string[];
  /** Roles of the client. */
  clientRoles?: string[];
}

/** Whose tokens and sign-ins it is for. */
interface RealmClient {
  id: string;
  secret: string;
  /** Address of the site. */
  origin: string;
  /** `aud` of access tokens beside `account`; none leaves the one text that Keycloak has without a mapper. */
  audience?: string;
}

/**
 * An OpenID provider on two ports of its own: one for browsers, and one for servers alone, which answers nothing else.
 * Addresses, discovery and access tokens are like those of Keycloak with the option `hostname`: a path for the realm,
 * `typ: JWT`, roles in `realm_access` and `resource_access` of the access token only, and a page for accounts.
 */
export interface KeycloakLike {
  /** Public address, which tokens name. */
  issuer: string;
  /** The same for servers. */
  internalUrl: string;
  /** Who logs in or registers from now on. */
  person: RealmUser;
  /** Names of the public addresses asked for by programs, which is none of theirs. */
  strayCalls: string[];
  close(): Promise<void>;
}

const realmPath = '/realms/motothek';
const endpoints = `${realmPath}/protocol/openid-connect`;
const forServers = [`${realmPath}/.well-known/openid-configuration`, `${endpoints}/token`, `${endpoints}/certs`];

export async function startIssuerLikeKeycloak(client: RealmClient): Promise<KeycloakLike> {
  const [outer, inner] = [createServer(), createServer()];
  const [issuer, internalUrl] = [`${await listen(outer)}${realmPath}`, `${await listen(inner)}${realmPath}`];
  const realm: KeycloakLike = {
    issuer,
    internalUrl,
    person: { sub: 'nobody', name: 'Nobody', email: 'nobody@example.org' },
    strayCalls: [],
    async close() {
      for (const server of [outer, inner]) server.closeAllConnections();
      await Promise.all([outer, inner].map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
  const answer = await openRealm(realm, client);
  const pathOf = (request: IncomingMessage) => new URL(request.url ?? '/', issuer).pathname;
  outer.on('request', (request, response) => {
    if (!forServers.includes(pathOf(request))) return answer(request, response);
    realm.strayCalls.push(pathOf(request));
    response.writeHead(503).end();
  });
  inner.on('request', (request, response) => {
    if (forServers.includes(pathOf(request))) return answer(request, response);
    response.writeHead(404).end();
  });
  return realm;
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function openRealm(realm: KeycloakLike, client: RealmClient): Promise<RequestListener> {
  const provider = new Provider(realm.issuer, configurationOf(realm, client, await newKey()));
  // All addresses are the public ones, however a request came in.
  provider.proxy = true;
  const callback = provider.callback() as RequestListener;
  return (request, response) => {
    const { pathname } = new URL(request.url ?? '/', realm.issuer);
    if (pathname === `${realmPath}/account`) return void showAccount(request, response, realm);
    if (pathname.startsWith(`${realmPath}/interaction/`)) return logIn(provider, request, response, realm);
    const { host, protocol } = new URL(realm.issuer);
    Object.assign(request, { originalUrl: request.url, baseUrl: realmPath });
    request.url = (request.url ?? '/').slice(realmPath.length);
    request.headers.host = host;
    request.headers['x-forwarded-proto'] = protocol.slice(0, -1);
    callback(request, response);
  };
}

function configurationOf(realm: KeycloakLike, client: RealmClient, key: Awaited<ReturnType<typeof newKey>>) {
  const { origin } = client;
  const policy = interactionPolicy.base();
  policy.remove('consent');
  // Registering begins a sign-in (Initiating User Registration via OpenID Connect 1.0).
  policy.add(new interactionPolicy.Prompt({ name: 'create', requestable: true }), 0);
  const scopes = ['openid', 'profile', 'email'];
  const configuration: Configuration = {
    adapter: memoryAdapter(),
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [`${origin}/authentication/login-callback`],
        post_logout_redirect_uris: [`${origin}/authentication/logout-callback`],
        backchannel_logout_uri: `${origin}/authentication/backchannel-logout`,
        backchannel_logout_session_required: true,
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ['a key for cookies'] },
    scopes,
    claims: { openid: ['sub', 'sid'], profile: ['name'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    routes: {
      authorization: '/protocol/openid-connect/auth',
      token: '/protocol/openid-connect/token',
      jwks: '/protocol/openid-connect/certs',
      end_session: '/protocol/openid-connect/logout',
    },
    discovery: { prompt_values_supported: ['none', 'login', 'consent', 'create'] },
    ttl: {
      AccessToken: 300,
      AuthorizationCode: 60,
      Grant: 1800,
      IdToken: 300,
      Interaction: 300,
      RefreshToken: 1800,
      Session: 1800,
    },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: { enabled: true, logoutSource: (context, form) => void (context.body = askLogout(form)) },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => 'urn:motothek',
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: scopes.join(' '),
          audience: client.audience ?? 'account',
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
    fetch: (url, init) => fetch(url, { ...init, dispatcher: undefined } as RequestInit),
    interactions: { policy, url: (_, { uid, prompt }) => `${realmPath}/interaction/${uid}?page=${prompt.name}` },
    formats: { customizers: { jwt: (...[, , jwt]) => likeKeycloak(jwt, client, realm) } },
    issueRefreshToken: () => true,
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ ...claimsOf(realm.person), sub: id }) }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId: client.id, accountId: oidc.session?.accountId ?? '' });
      grant.addOIDCScope(scopes.join(' '));
      for (const resource of Object.keys(oidc.resourceServers ?? {}))
        grant.addResourceScope(resource, scopes.join(' '));
      await grant.save();
      return grant;
    },
  };
  return configuration;
}

const claimsOf = ({ name, email, emailVerified = true }: RealmUser) => ({
  name,
  email,
  email_verified: emailVerified,
  preferred_username: email.replace(/@.*/, ''),
});

/** Makes an access token one of Keycloak. */
function likeKeycloak(jwt: { header?: object; payload?: object }, client: RealmClient, { person }: KeycloakLike): void {
  const { client_id: azp, ...rest } = { ...jwt.payload } as Record<string, unknown>;
  jwt.header = { typ: 'JWT' };
  jwt.payload = {
    ...rest,
    aud: client.audience === undefined ? 'account' : [client.audience, 'account'],
    typ: 'Bearer',
    azp,
    sid: randomUUID(),
    acr: '1',
    'allowed-origins': [client.origin],
    realm_access: { roles: ['default-roles-motothek', 'offline_access', ...(person.realmRoles ?? [])] },
    resource_access: {
      ...(person.clientRoles && { [client.id]: { roles: person.clientRoles } }),
      account: { roles: ['manage-account', 'view-profile'] },
    },
    ...claimsOf(person),
  };
}

/** Pages of the provider, without any look. */
const page = (heading: string, body: string) =>
  `<!doctype html><html lang="en"><title>${heading}</title><main><h1>${heading}</h1>${body}</main></html>`;

const askLogout = (form: string) =>
  page('Logging out', `${form}<button form="op.logoutForm" name="logout" value="yes">Logout</button>`);

/** Logs `person` in, after a form that asks for nothing. */
function logIn(provider: Provider, request: IncomingMessage, response: ServerResponse, { person }: KeycloakLike) {
  if (request.method === 'POST')
    return void provider.interactionFinished(request, response, { login: { accountId: person.sub }, create: {} });
  const isNew = request.url?.endsWith('?page=create') ?? false;
  const form = `<form method="post" action="${request.url}"><button>${isNew ? 'Register' : 'Sign In'}</button></form>`;
  response.setHeader('Content-Type', 'text/html').end(page(isNew ? 'Register' : 'Sign in to your account', form));
}

/** The account console, which links back to `referrer_uri`. */
function showAccount({ url = '/' }: IncomingMessage, response: ServerResponse, { issuer }: KeycloakLike): void {
  const back = new URL(url, issuer).searchParams.get('referrer_uri') ?? '';
  response.setHeader('Content-Type', 'text/html').end(page('Account', `<a href="${encodeURI(back)}">Back</a>`));
}
