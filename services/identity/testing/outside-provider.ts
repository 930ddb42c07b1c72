import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { type Adapter, type AdapterPayload, type Configuration, Provider } from 'oidc-provider';

import type { SignInProvider } from '../../configuration/sign-in-providers';

/** What an outside provider tells of whoever logs in there. `sub` is its own, clients may get another one. */
export type OutsideClaims = { sub: string } & Record<string, unknown>;

/** Habits in which OpenID providers differ. */
export interface Habits {
  clientAuth: 'client_secret_basic' | 'client_secret_post';
  /** Each client gets subjects of its own. */
  pairwise: boolean;
  /** Claims are in the ID token, or only at the userinfo endpoint. */
  claimsIn: 'id_token' | 'userinfo';
}

/** A second OpenID provider on a port of its own, with a page that asks whether to log in. */
export interface OutsideProvider {
  issuer: string;
  /** Who logs in from now on. */
  person: OutsideClaims;
  /** The status of every response, instead of one; null = it works. */
  away: number | null;
  /** Keys that it publishes instead of those that sign; null = it is honest. */
  publishedKeys: JWK[] | null;
  /** Done around each request, such as with another clock. */
  around(act: () => void): void;
  /** Replaces the keys that sign, and forgets the former ones. */
  rotateKeys(): Promise<void>;
  /** Its part of our settings. */
  settings(more?: Partial<SignInProvider>): SignInProvider;
  close(): Promise<void>;
}

const client = { id: 'motothek-at-outside', secret: 'a-secret-at-the-outside-provider' };
const scopes = 'openid profile email groups';

export async function startOutsideProvider(
  redirectUris: string[],
  { clientAuth = 'client_secret_post', pairwise = true, claimsIn = 'id_token' }: Partial<Habits> = {},
): Promise<OutsideProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const outside: OutsideProvider = {
    issuer,
    person: { sub: 'somebody' },
    away: null,
    publishedKeys: null,
    around: (act) => act(),
    async rotateKeys() {
      listener = await open();
    },
    settings: (more = {}) => ({ ...settingsAt(issuer, clientAuth), ...more }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const open = () => openProvider(outside, redirectUris, { clientAuth, pairwise, claimsIn });
  let listener = await open();
  server.on('request', (request, response) => {
    if (outside.away !== null) return void response.writeHead(outside.away).end();
    if (outside.publishedKeys !== null && request.url === '/jwks') {
      response.setHeader('Content-Type', 'application/json');
      return void response.end(JSON.stringify({ keys: outside.publishedKeys }));
    }
    outside.around(() => listener(request, response));
  });
  return outside;
}

function settingsAt(issuer: string, clientAuth: Habits['clientAuth']): SignInProvider {
  return {
    id: 'outside',
    issuer,
    clientId: client.id,
    clientSecret: client.secret,
    clientAuth,
    label: { en: 'Other University', de: 'Andere Universität' },
    scope: scopes,
    trustsEmail: false,
    orcidClaim: null,
    rolesClaim: null,
    roles: new Map(),
  };
}

async function openProvider(
  outside: OutsideProvider,
  redirectUris: string[],
  habits: Habits,
): Promise<RequestListener> {
  const configuration = configurationOf(outside, redirectUris, habits, await newKey());
  const provider = new Provider(outside.issuer, configuration);
  const callback = provider.callback() as RequestListener;
  return (request, response) => {
    const uid = /^\/interaction\/([\w-]+)$/.exec(request.url ?? '')?.[1];
    if (uid === undefined) return callback(request, response);
    if (request.method !== 'POST') return void response.setHeader('Content-Type', 'text/html').end(askPage(uid));
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const isRefused = new URLSearchParams(body).get('answer') === 'no';
      const result = isRefused ? { error: 'access_denied' } : { login: { accountId: outside.person.sub } };
      void provider.interactionFinished(request, response, result);
    });
  };
}

function configurationOf(
  outside: OutsideProvider,
  redirectUris: string[],
  { clientAuth, pairwise, claimsIn }: Habits,
  key: JWK,
): Configuration {
  return {
    adapter: memoryAdapter(),
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        token_endpoint_auth_method: clientAuth,
        redirect_uris: redirectUris,
        subject_type: pairwise ? 'pairwise' : 'public',
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ['a key for cookies'] },
    subjectTypes: ['public', 'pairwise'],
    pairwiseIdentifier: (_, accountId, { clientId }) => `${clientId} ${accountId}`,
    scopes: scopes.split(' '),
    claims: { profile: ['name'], email: ['email', 'email_verified'], groups: ['groups', 'realm_access', 'amr'] },
    conformIdTokenClaims: claimsIn === 'userinfo',
    pkce: { required: () => true },
    ttl: { AccessToken: 300, AuthorizationCode: 300, Grant: 300, IdToken: 60, Interaction: 300, Session: 300 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ ...outside.person, sub: id }) }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope(scopes);
      await grant.save();
      return grant;
    },
  };
}

/** A private key that signs tokens. */
export async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: 'RS256', use: 'sig' };
}

const askPage = (uid: string) => `<!doctype html><html lang="en"><title>Other University</title><main>
  <h1>Other University</h1>
  <form method="post" action="/interaction/${uid}">
    <button name="answer" value="yes">Yes</button><button name="answer" value="no">No</button>
  </form></main></html>`;

/** Keeps everything in this process until it ends. */
export function memoryAdapter() {
  const kept = new Map<string, AdapterPayload>();
  return (model: string): Adapter => {
    const keyOf = (id: string) => `${model} ${id}`;
    return {
      async upsert(id, payload) {
        kept.set(keyOf(id), payload);
      },
      find: async (id) => kept.get(keyOf(id)),
      findByUid: async (uid) =>
        [...kept].find(([key, payload]) => key.startsWith(`${model} `) && payload.uid === uid)?.[1],
      findByUserCode: async () => undefined,
      async consume(id) {
        const payload = kept.get(keyOf(id));
        if (payload) payload.consumed = Math.floor(Date.now() / 1000);
      },
      async destroy(id) {
        kept.delete(keyOf(id));
      },
      async revokeByGrantId(grantId) {
        for (const [key, payload] of kept) if (payload.grantId === grantId) kept.delete(key);
      },
    };
  };
}
