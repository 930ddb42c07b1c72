import type { EventEmitter } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

import { createLocalJWKSet, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import type { JWK } from 'oidc-provider';
import type pg from 'pg';

import { dateFormat } from '@domain/formats';
import { keptDays } from '@domain/limits';
import { deriveKeys } from '@domain/secrets';

import type { SignInProvider } from '../configuration/sign-in-providers';
import { createAccounts, type Accounts } from './accounts/accounts';
import type { PersonalData } from './accounts/delete-account';
import type { PersonMerging } from './accounts/merge-accounts';
import { createAccountAdministration, type AccountAdministration } from './accounts/administration';
import { defaultRoleDays } from './accounts/ways-to-log-in';
import type { HttpContext, IdentityServices, Mail } from './http/exchange';
import { createMailQueue } from './mails/mail-queue';
import { prepareMail } from './mails/mails';
import { createRelyingParty } from './outside/relying-party';
import { resolveAssets, type PageAssets } from './pages/layout';
import { createProvider, stillHolds, tokenHolds, type IdentityClient } from './provider/provider';
import { tellClients } from './provider/session';
import { noteServerError, serveAround, showRefusal } from './serve';
import { answerSignOut, showSignedOut } from './sign-out';
import { longestWindowSeconds } from './signing-in/attempt-limits';
import { purgeArtifacts } from './store/artifacts';
import { purgeAttempts } from './store/attempts';
import { migrateSchema } from '../database/migrate-schema';
import { findAccountById, listRoleHolders } from './store/accounts';
import { purgeConfirmations } from './store/address-confirmations';
import { openIdentityStore, type Database, type Queryable } from './store/database';
import { loadProviderKeys, type ProviderKeys } from './store/keys';
import { keepPossibleRoles, takeUnrenewedRoles } from './store/outside-identities';
import { placeOfFactor } from './store/second-factors';
import { purgePasswordResets } from './store/password-resets';
import { mailWaitingMs, purgeRefusedMails } from './store/waiting-mails';

interface IdentityOptions {
  pool: pg.Pool;
  /** Issuer of every token and address of the handler: `<origin>/identity`. */
  issuer: string;
  /** Address of the web app, without trailing slash. */
  origin: string;
  /** Assets of the web app that the pages use. */
  look: PageAssets;
  /** Origin of a store to which addresses of the web app may lead; null if there is none. */
  downloadOrigin?: string | null;
  client: Omit<IdentityClient, 'secret'> & { secret?: string };
  /** Values of SESSION_SECRET. The first one encrypts and signs, all of them decrypt and verify. */
  secrets: readonly string[];
  /** Outside OpenID providers that the log in page offers. */
  signInProviders?: readonly SignInProvider[];
  /** `aud` of the access tokens: `<origin>/api`. */
  audience: string;
  sendMail(mail: Mail): Promise<void>;
  /** Logs a server error, with the reference number shown to the user, if any. */
  log(message: string, error?: unknown, reference?: string): void;
  /** Calls the client for back-channel logout. By default over the network. */
  fetch?: typeof fetch;
  /** Address of the client, in the form used for attempt limits. */
  addressOf(request: IncomingMessage): string;
  now?(): Date;
  /** What other parts keep about people. By default accounts are not deleted on a page. */
  personalData?: PersonalData | null;
  /** What other parts do when accounts are merged. By default accounts are not merged. */
  merging?: PersonMerging | null;
  /** Folder of mails that pages point out, because nobody could find them otherwise. By default none. */
  mailFolder?: string | null;
  /** IANA name of the time zone of dates on pages. By default UTC. */
  timeZone?: string;
  /** Roles whose holders need two-step sign-in. By default none. */
  requiredFactorRoles?: readonly string[];
  /** Days for which roles of an outside provider count after a login with it. By default 90. */
  outsideRoleDays?: number;
  /** Days for which mails are kept that were refused or given up. By default 7. */
  keepMailDays?: number;
}

export interface Identity {
  /** Handles every request below the issuer's path. `request.url` is the full path, and the body must be unread. */
  handler(request: IncomingMessage, response: ServerResponse): void;
  accounts: Accounts;
  /** What administrators see of accounts and do with them. */
  administration: AccountAdministration;
  /** Public keys for verifying tokens in this process, for jose's `jwtVerify`. */
  keys: JWTVerifyGetKey;
  /** Secret of the client: the one that was given, or one from the database that all processes share. */
  clientSecret: string;
  /** Whether the claims of a verified access token still apply. */
  stillHolds(claims: JWTPayload): Promise<boolean>;
  /** The same for a token that was verified when it was stored. */
  tokenHolds(token: string): Promise<boolean>;
  /** Who has a role, as tokens name them, read with any connection to the database: also that of a transaction. */
  roleHolders(
    db: Pick<Queryable, 'select'>,
  ): Promise<{ subject: string; name: string; email: string; roles: string[] }[]>;
  /**
   * An account with its generation, its roles, and where its second factor may be: its own, that of another
   * provider with which its owner logs in, or nowhere. Read with any connection to the database; null if there is none,
   * or it is locked.
   */
  findAccount(
    db: Pick<Queryable, 'select'>,
    subject: string,
  ): Promise<{ generation: number; roles: readonly string[]; factor: 'own' | 'provider' | 'none' } | null>;
  /** Sends the mails that are due and waits for them. */
  settled(): Promise<void>;
  /** Ends background work. The pool stays open, because it belongs to the caller. */
  close(): Promise<void>;
}

const purgeMs = 60 * 60 * 1000;

/** Creates the OpenID provider with accounts, sign-in pages and tokens. Brings its database schema up to date first. */
export async function createIdentity(options: IdentityOptions): Promise<Identity> {
  const { pool, issuer, client, audience, log } = options;
  await migrateSchema(pool, 'identity');
  await migrateSchema(pool, 'audit');
  const db = openIdentityStore(pool);
  const keys = await loadProviderKeys(db, options.secrets);
  await keepPossibleRoles(db, options.signInProviders ?? []);
  const clientSecret = client.secret ?? keys.client;
  const parts = createServices(options, db, keys);
  const queue = createMailQueue({ ...options, ...parts, prepare: (waiting) => prepareMail(parts, waiting) });
  const services: IdentityServices = {
    ...parts,
    sendMails: queue.send,
    provider: createProvider({
      db,
      issuer,
      audience,
      requiredFactorRoles: parts.requiredFactorRoles,
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
  // An event of Koa that the types of oidc-provider leave out. Without a listener Koa prints the error.
  (provider as EventEmitter).on('error', (error: unknown) => log('The provider failed', error));
  provider.on('backchannel.error', (_, error) => log('Back-channel logout failed', error));

  const roleDays = options.outsideRoleDays ?? defaultRoleDays;
  const mailDays = options.keepMailDays ?? keptDays.jobs;
  const purgeOld = () => purge(db, services.now(), { roleDays, mailDays });
  await purgeOld();
  const purging = setInterval(
    () => void purgeOld().catch((error: unknown) => log('Old records were not purged', error)),
    purgeMs,
  );
  purging.unref();
  queue.send();
  return {
    handler: mountAt(services.mountPath, services.ownOrigin, provider.callback() as RequestListener),
    accounts: createAccounts(pool, options.personalData, options.merging),
    administration: createAccountAdministration({
      ...services,
      merging: options.merging,
      outside: { providers: services.outside.providers, roleDays },
      tell: (change) => tellClients(services, change),
    }),
    keys: createLocalJWKSet({ keys: [publicPart(keys.signing)] }),
    clientSecret,
    stillHolds: (claims) => stillHolds(db, claims),
    tokenHolds: (token) => tokenHolds(db, token),
    roleHolders: listRoleHolders,
    findAccount: async (connection, id) => {
      const account = await findAccountById(connection, id);
      if (!account || account.lockedAt) return null;
      const { generation, roles } = account;
      return { generation, roles, factor: await placeOfFactor(connection, id) };
    },
    settled: queue.settled,
    close: async () => {
      clearInterval(purging);
      await queue.stop();
    },
  };
}

function createServices(
  options: IdentityOptions,
  db: Database,
  keys: Pick<ProviderKeys, 'formToken' | 'limits' | 'factors' | 'steps'>,
): Omit<IdentityServices, 'provider' | 'sendMails'> {
  const issuer = new URL(options.issuer);
  return {
    db,
    origin: options.origin,
    look: resolveAssets(options.look, options.origin),
    mountPath: issuer.pathname.replace(/\/$/, ''),
    ownOrigin: issuer.origin,
    formTokenKeys: keys.formToken,
    limitKey: keys.limits,
    outside: {
      providers: options.signInProviders ?? [],
      party: createRelyingParty(),
      keys: deriveKeys(options.secrets, 'identity outside sign-in'),
    },
    factorKeys: keys.factors,
    stepKeys: keys.steps,
    requiredFactorRoles: options.requiredFactorRoles ?? [],
    addressOf: (context: HttpContext) => options.addressOf(context.req),
    mailFolder: options.mailFolder ?? null,
    personalData: options.personalData ?? null,
    formatDate: (moment, language) =>
      dateFormat(language, { dateStyle: 'long', timeZone: options.timeZone ?? 'UTC' }).format(moment),
    now: options.now ?? (() => new Date()),
    log: options.log,
  };
}

/** Origins that forms may lead to: those of the web app, of the client's addresses and of the store with files. */
function originsOf({ origin, client, downloadOrigin }: IdentityOptions): string[] {
  const addresses = [origin, ...client.redirectUris, ...client.postLogoutRedirectUris, downloadOrigin ?? []].flat();
  return [...new Set(addresses.map((uri) => new URL(uri).origin))];
}

function publicPart({ kty, n, e, alg, use, kid }: JWK) {
  return { kty, n, e, alg, use, kid };
}

async function purge(db: Database, now: Date, days: { roleDays: number; mailDays: number }): Promise<void> {
  const daysAgo = (count: number) => new Date(now.getTime() - count * 24 * 60 * 60 * 1000);
  await takeUnrenewedRoles(db, daysAgo(days.roleDays));
  await purgeArtifacts(db, now);
  await purgePasswordResets(db, now);
  await purgeConfirmations(db, now);
  await purgeRefusedMails(db, new Date(daysAgo(days.mailDays).getTime() - mailWaitingMs));
  await purgeAttempts(db, new Date(now.getTime() - longestWindowSeconds * 1000));
}

/**
 * Mounts the provider at a path of a server. The provider gets addresses without the path and learns the path from
 * `originalUrl` and `baseUrl`. Host and protocol are always those of its issuer, so that a forged Host header cannot
 * get into an address and a proxy needs no settings.
 */
function mountAt(mountPath: string, ownOrigin: string, listener: RequestListener): RequestListener {
  const { host, protocol } = new URL(ownOrigin);
  return (request: IncomingMessage, response: ServerResponse & { req: IncomingMessage }) => {
    const address = request.url ?? '/';
    const below = address.startsWith(mountPath) ? address.slice(mountPath.length) : address;
    Object.assign(request, { originalUrl: address, baseUrl: mountPath });
    request.url = below.startsWith('/') ? below : `/${below}`;
    request.headers.host = host;
    request.headers['x-forwarded-proto'] = protocol.slice(0, -1);
    delete request.headers['x-forwarded-host'];
    listener(request, response);
  };
}
