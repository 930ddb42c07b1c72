import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';

import { deriveKeys } from '@domain/secrets';

import { readCookie, sessionCookieName } from '../../app/auth/cookies';
import { createOpenIdClient } from '../../app/auth/open-id-client';
import { createSessionStore } from '../../app/store/session-store';
import { openBody, requestOf } from '../../services/http/web-listener';
import { createAccounts, type Accounts } from '../../services/identity/accounts/accounts';
import { createIdentity, type Identity } from '../../services/identity/identity';
import type { Mail } from '../../services/identity/http/exchange';
import { Browser } from '../../services/identity/testing/browser';
import { createApi } from '../../services/repository/api/app';
import { createTokenVerifier } from '../../services/repository/api/authentication';
import { openStore } from '../../services/repository/store/database';
import { createTestApi, type TestApi } from './test-api';
import { createTestWeb } from './test-web';

const clientId = 'motothek-web';

interface ProductServer {
  identity: Identity;
  handle: RequestListener;
  serverErrors: unknown[];
  stop(): Promise<void>;
}

/** The whole product on one origin, assembled as in server.ts: provider, API and web app. */
export interface TestProduct {
  origin: string;
  test: TestApi;
  mails: Mail[];
  /** Waits for work that goes on after responses, such as mails. */
  settled(): Promise<void>;
  /** The accounts, as the account command uses them. */
  accounts: Accounts;
  /** Servers that take turns with every request. */
  servers: ProductServer[];
  /** Replaces a server with one that has these values of SESSION_SECRET, as a restart does. */
  restart(position: number, secrets: string[]): Promise<void>;
  /** A browser that follows all redirects. */
  newBrowser(language?: 'EN' | 'DE'): Browser;
  signIn(browser: Browser, account: { email: string; password: string }): Promise<void>;
  /** The access token in a browser's session, which is never sent to the browser. */
  tokenOf(browser: Browser): Promise<string>;
  /** Makes the access token in a browser's session look expired, so that the next request renews it. */
  ageTokens(browser: Browser): Promise<void>;
  /** Calls the API with a token and returns the status. */
  askApi(token: string): Promise<number>;
  serverErrors(): unknown[];
  close(): Promise<void>;
}

/** Opens the whole product with one server per list of secrets, all with one database. */
export async function openTestProduct(secrets: string[][] = [['the first secret']]): Promise<TestProduct> {
  const test = await createTestApi();
  const listener = createServer();
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const mails: Mail[] = [];
  const servers: ProductServer[] = [];
  const stopped: unknown[] = [];
  // In the order of the latest start, so that sessions are sealed as that server would seal them.
  let allSecrets = secrets[0] ?? [];
  for (const each of secrets) servers.push(await startServer({ test, origin, mails }, each));
  let turn = 0;
  listener.on('request', (request, response) => servers[turn++ % servers.length]?.handle(request, response));

  const sessions = () => createSessionStore(drizzle(test.pool), { sessionSecrets: allSecrets });
  const sessionOf = (browser: Browser) =>
    readCookie(browser.cookieHeader(new URL(origin)), sessionCookieName(false)) ?? '';

  const newBrowser = (language: 'EN' | 'DE' = 'EN') => {
    const browser = new Browser(origin, '');
    browser.headers = { Origin: origin };
    browser.setCookie('language', `${language}-x`);
    return browser;
  };
  return {
    origin,
    test,
    mails,
    settled: async () => void (await Promise.all(servers.map(({ identity }) => identity.settled()))),
    accounts: createAccounts(test.pool),
    servers,
    async restart(position, own) {
      const next = await startServer({ test, origin, mails }, own);
      allSecrets = own;
      const former = servers.splice(position, 1, next)[0]!;
      stopped.push(...former.serverErrors);
      await former.stop();
    },
    newBrowser,
    async signIn(browser, account) {
      await browser.submit(await browser.open('/authentication/login'), account);
    },
    async tokenOf(browser) {
      const found = await sessions().find(sessionOf(browser), 'look');
      return found?.state === 'active' ? found.tokens.accessToken : '';
    },
    async ageTokens(browser) {
      await sessions().renewTokens(sessionOf(browser), async (stored) => ({
        ...stored,
        accessTokenExpiresAt: new Date(0),
      }));
    },
    askApi: (token) =>
      fetch(`${origin}/api/who`, { headers: { Authorization: `Bearer ${token}` } }).then(({ status }) => status),
    serverErrors: () => [...stopped, ...servers.flatMap((server) => server.serverErrors)],
    async close() {
      listener.closeAllConnections();
      await new Promise((resolve) => listener.close(resolve));
      for (const server of servers) await server.stop();
      await test.close();
    },
  };
}

async function startServer(
  { test, origin, mails }: { test: TestApi; origin: string; mails: Mail[] },
  secrets: string[],
): Promise<ProductServer> {
  const pool = new pg.Pool({ ...test.connection, max: 4 });
  // Dropping the database breaks connections that are being closed.
  pool.on('error', () => {});
  const serverErrors: unknown[] = [];
  const issuer = `${origin}/identity`;
  const audience = `${origin}/api`;
  const identity = await createIdentity({
    pool,
    issuer,
    origin,
    audience,
    look: { stylesheetHref: '/assets/test.css', logoHref: '/logo.svg', fontHrefs: [] },
    client: {
      id: clientId,
      redirectUris: [`${origin}/authentication/login-callback`],
      postLogoutRedirectUris: [`${origin}/authentication/logout-callback`],
      backchannelLogoutUri: `${origin}/authentication/backchannel-logout`,
    },
    secrets,
    sendMail: async (mail) => void mails.push(mail),
    addressOf: ({ socket }) => socket.remoteAddress ?? '',
    log: (message) => serverErrors.push(message),
  });
  const repository = { ...test.repository, db: openStore(pool) };
  const api = createApi({
    repository,
    verifyToken: createTokenVerifier({ issuer, audience, keys: identity.keys, stillHolds: identity.stillHolds }),
    openBody,
    reportError: (error) => serverErrors.push(error),
  });
  api.get('/api/who', (c) => (c.get('actor') ? c.json(c.get('actor')) : c.text('nobody', 401)));
  const web = await createTestWeb({ api, pool, repository }, async (request) => api.fetch(request), {
    origin,
    issuer,
    clientId,
    sessionSecrets: secrets,
    tokenHolds: identity.tokenHolds,
    openId: createOpenIdClient({
      issuer,
      clientId,
      clientSecret: identity.clientSecret,
      origin,
      resource: audience,
      nonceKeys: deriveKeys(secrets, 'nonce'),
    }),
    reportError: (error) => serverErrors.push(error),
  });
  const answer = getRequestListener((request, connection) => {
    const { incoming, outgoing } = connection as HttpBindings;
    const whole = requestOf(request, incoming, outgoing);
    return new URL(whole.url).pathname.startsWith('/api/') ? api.fetch(whole) : web.handle(whole);
  });
  return {
    identity,
    handle: (request, response) =>
      request.url?.startsWith('/identity') ? identity.handler(request, response) : void answer(request, response),
    serverErrors,
    async stop() {
      web.close();
      await identity.close();
      await pool.end();
    },
  };
}
