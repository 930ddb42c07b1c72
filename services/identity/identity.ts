import type { EventEmitter } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

import { createLocalJWKSet, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import type { JWK } from 'oidc-provider';
import type pg from 'pg';

import { createAccounts, type Accounts } from './accounts';
import { longestWindowSeconds } from './attempt-limits';
import { createBackgroundWork } from './background-work';
import type { HttpContext, IdentityServices, Mail } from './http/exchange';
import { noteServerError, serveAround, showRefusal } from './http/serve';
import { mountAt } from './mount';
import { resolveLook, type PageLook } from './pages/look';
import { createProvider, type IdentityClient } from './provider';
import { loadProviderKeys, type ProviderKeys } from './provider-keys';
import { stillHolds, tokenHolds } from './still-holds';
import { answerSignOut, showSignedOut } from './sign-out';
import { purgeArtifacts } from './store/artifacts';
import { purgeAttempts } from './store/attempts';
import { openIdentityStore, type Database } from './store/database';
import { migrateIdentity } from './store/migrate';
import { purgePasswordResets } from './store/password-resets';

interface IdentityOptions {
  pool: pg.Pool;
  /** `<origin>/identity`: the issuer of every token, and where the handler is mounted. */
  issuer: string;
  /** Address of the web app, without trailing slash. */
  origin: string;
  /** Stylesheet, brand mark and fonts of the web app, which the pages wear as well. */
  look: PageLook;
  client: Omit<IdentityClient, 'secret'> & { secret?: string };
  /** Values of SESSION_SECRET: keys that encrypt and sign are derived from the first, and all open and verify. */
  secrets: readonly string[];
  /** `aud` of the access tokens: `<origin>/api`. */
  audience: string;
  sendMail(mail: Mail): Promise<void>;
  /** Told about faults of ours: what went wrong, the error, and the reference number that the user was shown. */
  log(message: string, error?: unknown, reference?: string): void;
  /** Reaches the client for back-channel logout; the network by default, or a handler in this process. */
  fetch?: typeof fetch;
  /** Address of the asking client, in the form in which limits count it. */
  addressOf(request: IncomingMessage): string;
  now?(): Date;
  /** Waits between the attempts to send one mail, in milliseconds; as send-patiently.ts says by default. */
  mailPausesMs?: readonly number[];
}

export interface Identity {
  /** Answers every request below the issuer's path. `request.url` is the full path; no body parser before it. */
  handler(request: IncomingMessage, response: ServerResponse): void;
  accounts: Accounts;
  /** Public keys for verifying tokens in this process, for jose's `jwtVerify`. */
  keys: JWTVerifyGetKey;
  /** Secret of the client, where none was given: kept in the database, the same for every process. */
  clientSecret: string;
  /** Whether the claims of a verified access token are still so: see still-holds.ts. */
  stillHolds(claims: JWTPayload): Promise<boolean>;
  /** The same for a token that was verified when it was taken in. */
  tokenHolds(token: string): Promise<boolean>;
  /** Waits for what is done after answers, such as mails. */
  settled(): Promise<void>;
  /** Ends what is done besides requests. The pool stays open: it belongs to the caller. */
  close(): Promise<void>;
}

const purgeMs = 60 * 60 * 1000;

/** The OpenID provider: accounts, sign-in pages, tokens. Brings its database schema up to date first. */
export async function createIdentity(options: IdentityOptions): Promise<Identity> {
  const { pool, issuer, client, audience, log } = options;
  await migrateIdentity(pool);
  const db = openIdentityStore(pool);
  const keys = await loadProviderKeys(db, options.secrets);
  const clientSecret = client.secret ?? keys.client;
  const { settled, stop, ...background } = createBackgroundWork(options);
  const services: IdentityServices = {
    ...createServices(options, db, keys),
    ...background,
    provider: createProvider({
      db,
      issuer,
      audience,
      client: { ...client, secret: clientSecret },
      keys,
      pages: {
        answerSignOut: (context) => answerSignOut(services, context),
        showSignedOut: (context) => showSignedOut(services, context),
        showRefusal: (context, code) => showRefusal(services, context, code),
      },
      fetch: options.fetch ?? fetch,
    }),
  };
  const { provider } = services;
  provider.use(serveAround(services, originsOf(options)));
  provider.on('server_error', (context, error) => noteServerError(services, context, error));
  // Koa's own event, which the types of oidc-provider leave out: without a listener it prints.
  (provider as EventEmitter).on('error', (error: unknown) => log('The provider failed', error));
  provider.on('backchannel.error', (_, error) => log('Back-channel logout failed', error));

  const purging = setInterval(
    () => void purge(db, services.now()).catch((error: unknown) => log('Old records were not purged', error)),
    purgeMs,
  );
  purging.unref();
  return {
    handler: mountAt(services.mountPath, services.ownOrigin, provider.callback() as RequestListener),
    accounts: createAccounts(pool),
    keys: createLocalJWKSet({ keys: [publicPart(keys.signing)] }),
    clientSecret,
    stillHolds: (claims) => stillHolds(db, claims),
    tokenHolds: (token) => tokenHolds(db, token),
    settled,
    close: async () => {
      clearInterval(purging);
      await stop();
    },
  };
}

function createServices(
  options: IdentityOptions,
  db: Database,
  keys: Pick<ProviderKeys, 'formToken' | 'limits'>,
): Omit<IdentityServices, 'provider' | 'inBackground' | 'sendInBackground'> {
  const issuer = new URL(options.issuer);
  const { log } = options;
  return {
    db,
    origin: options.origin,
    look: resolveLook(options.look, options.origin),
    mountPath: issuer.pathname.replace(/\/$/, ''),
    ownOrigin: issuer.origin,
    formTokenKeys: keys.formToken,
    limitKey: keys.limits,
    addressOf: (context: HttpContext) => options.addressOf(context.req),
    now: options.now ?? (() => new Date()),
    log,
  };
}

/** Origins a form may lead to: the web app's, and those of the client's addresses. */
function originsOf({ origin, client }: IdentityOptions): string[] {
  return [
    ...new Set([origin, ...client.redirectUris, ...client.postLogoutRedirectUris].map((uri) => new URL(uri).origin)),
  ];
}

function publicPart({ kty, n, e, alg, use, kid }: JWK) {
  return { kty, n, e, alg, use, kid };
}

async function purge(db: Database, now: Date): Promise<void> {
  await purgeArtifacts(db, now);
  await purgePasswordResets(db, now);
  await purgeAttempts(db, new Date(now.getTime() - longestWindowSeconds * 1000));
}
