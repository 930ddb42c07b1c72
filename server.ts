import { createServer, type RequestListener } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { getRequestListener, type HttpBindings } from '@hono/node-server';
import type { ServerBuild } from '@remix-run/node';
import { Hono } from 'hono';
import type pg from 'pg';

import { isOutage, retryAfterSeconds } from '@domain/outage';

import { deriveKey } from './app/auth/cookies';
import { createOpenIdClient } from './app/auth/open-id-client';
import { openWebStore } from './app/auth/open-web-store';
import { networkTransport } from './app/repository-client/network-transport';
import type { RepositoryTransport } from './app/repository-client/transport';
import { createWebHandler } from './app/web-handler';
import {
  ConfigurationError,
  readConfiguration,
  type Configuration,
} from './services/configuration/configuration';
import { DataFolderInUse, openDatabase } from './services/database';
import { compress } from './services/http/compress';
import { openBody, requestOf } from './services/http/incoming-body';
import { limitBody } from './services/http/limit-body';
import { log } from './services/http/log';
import { redirectToOrigin } from './services/http/one-origin';
import { staticFiles } from './services/http/static-files';
import { stopGracefully } from './services/http/stop-gracefully';
import { createIdentity, type Identity } from './services/identity/identity';
import type { PageLook } from './services/identity/pages/look';
import { ensureDemonstration } from './services/launcher/demonstration';
import { createOutboxLog } from './services/launcher/demonstration-mails';
import { ObjectsOfAnother, ObjectStoreUnusable, openRepository } from './services/repository';
import { createTokenVerifier } from './services/repository/api/authentication';
import { issuerKeys } from './services/repository/api/issuer-keys';
import { createMailer } from './services/repository/mail/nodemailer-mailer';
import { rootFolder } from './services/repository/root-folder';

/** Longest time a request waits for a job before its page says that it still runs. */
const jobWaitMs = 3000;

/** Composition root: environment -> stores -> services -> web app -> listen. */
async function start(configuration: Configuration): Promise<void> {
  const { origin, dataDir, sessionSecret } = configuration;
  configuration.notes.forEach(log.warn);
  const { databaseUrl, statementSeconds } = configuration;
  const database = await openDatabase({ dataDir, databaseUrl, statementSeconds, onExit: log.warn });
  const { pool } = database;
  const issuer = configuration.identityIssuer ?? `${origin}/identity`;
  const audience = `${origin}/api`;
  const clientSecret = configuration.clientSecret ?? deriveKey(sessionSecret, 'client').toString('hex');
  const outbox = createOutboxLog(log.info);
  const mail = createMailer({
    smtpUrl: configuration.smtpUrl,
    from: configuration.mailFrom,
    outboxFolder: path.join(dataDir, 'outbox'),
    log: outbox.add,
  });

  const build = await loadWebBuild();
  const identity = configuration.identityIssuer
    ? null
    : await createIdentity({
        pool,
        issuer,
        origin,
        look: lookOf(build, configuration.identityStylesheet),
        client: {
          id: configuration.clientId,
          secret: clientSecret,
          redirectUris: [`${origin}/authentication/login-callback`],
          postLogoutRedirectUris: [`${origin}/authentication/logout-callback`],
          backchannelLogoutUri: `${origin}/authentication/backchannel-logout`,
        },
        secret: sessionSecret,
        audience,
        sendMail: (message) => mail.send(message),
        log: log.warn,
      });
  const keys = identity?.keys ?? issuerKeys(issuer);
  const repository = configuration.repositoryUrl
    ? null
    : await openRepository({
        pool,
        dataDir,
        objectStore: configuration.objectStore,
        objectCacheBytes: configuration.objectCacheBytes,
        tablesMemoryBytes: configuration.tablesMemoryBytes,
        mail,
        datacite: configuration.datacite,
        settings: { ...configuration, jobWaitMs },
        languageCodesUrl: configuration.languageCodesUrl,
        verifyToken: createTokenVerifier({ issuer, audience, keys }),
        openBody,
        soleWorker: database.kind === 'embedded',
        log,
      });
  const transport: RepositoryTransport = repository
    ? async (request) => repository.api.fetch(request)
    : networkTransport(configuration.repositoryUrl ?? '', openBody);

  const web = await openWeb(configuration, { build, pool, issuer, clientSecret, transport });
  const server = createServer(routeByPath(configuration, identity, web));
  // Uploads may take hours; a connection that never sends its headers may not.
  server.requestTimeout = 0;
  server.headersTimeout = 60_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(configuration.port, configuration.host, resolve);
  });
  stopGracefully(
    server,
    async () => {
      await repository?.close();
      await identity?.close();
      await database.close();
    },
    log,
  );
  const { demo } = configuration;
  const lines =
    demo && repository && identity
      ? await outbox
          .summarise(() => ensureDemonstration(identity.accounts, repository.context, configuration))
          .catch((error) => {
            // A house without its demonstration is still a house.
            log.fault(error);
            return ['The demonstration could not be made: see the log above.'];
          })
      : [];
  process.stdout.write([...lines, `Motothek is ready: ${origin}`, ''].join('\n'));
}

async function loadWebBuild(): Promise<ServerBuild> {
  const address = pathToFileURL(path.join(rootFolder, 'build/server/index.js')).href;
  return (await import(address)) as unknown as ServerBuild;
}

/** What the web app's root route puts into the head of every page, for the identity pages as well. */
function lookOf(build: ServerBuild, stylesheet: string | undefined): PageLook {
  const links = (build.routes.root?.module.links?.() ?? []).flatMap((link) => ('href' in link ? [link] : []));
  const hrefs = (rel: string) => links.flatMap((link) => (link.rel === rel && link.href ? [link.href] : []));
  const stylesheetHref = stylesheet ?? hrefs('stylesheet')[0];
  if (!stylesheetHref) throw new Error('The web build names no stylesheet.');
  return { stylesheetHref, logoHref: '/logo.svg', fontHrefs: hrefs('preload') };
}

interface WebParts {
  build: ServerBuild;
  pool: pg.Pool;
  issuer: string;
  clientSecret: string;
  transport: RepositoryTransport;
}

/** The public side: files, the API for its other clients, health, and the web app for everything else. */
async function openWeb(
  configuration: Configuration,
  { build, pool, issuer, clientSecret, transport }: WebParts,
) {
  const { origin, sessionSecret } = configuration;
  const store = await openWebStore(pool, sessionSecret);
  const handle = createWebHandler({
    ...configuration,
    build,
    mode: 'production',
    issuer,
    sessions: store.sessions,
    openId: createOpenIdClient({
      issuer,
      clientId: configuration.clientId,
      clientSecret,
      origin,
      resource: `${origin}/api`,
      nonceKey: deriveKey(sessionSecret, 'nonce'),
    }),
    draftsOf: store.draftsOf,
    repository: transport,
    reportFault: log.fault,
  });
  const web = new Hono();
  web.get('/healthz', async (c) => {
    await pool.query('select 1');
    return c.json({ status: 'ok' });
  });
  web.use('*', staticFiles(path.join(rootFolder, 'build/client')));
  web.all('/assets/*', (c) => c.notFound());
  web.all('/api/*', async (c) => compress(c.req.raw, await transport(c.req.raw)));
  web.all('*', async (c) => compress(c.req.raw, await handle(c.req.raw)));
  web.onError((error, c) => {
    log.fault(error);
    if (isOutage(error)) {
      return c.text('Service Unavailable', 503, { 'Retry-After': String(retryAfterSeconds) });
    }
    return c.text('Internal Server Error', 500);
  });
  return getRequestListener(
    (request, connection) => {
      const { incoming, outgoing } = connection as HttpBindings;
      return web.fetch(requestOf(request, incoming, outgoing));
    },
    // What is left of a body is cleared away by limitBody.
    { autoCleanupIncoming: false },
  );
}

/** oidc-provider speaks node's own requests: it stands beside the web app, not inside it. */
function routeByPath(
  configuration: Configuration,
  identity: Identity | null,
  web: RequestListener,
): RequestListener {
  return (request, response) => {
    limitBody(request, response);
    if (redirectToOrigin(request, response, configuration.origin)) return;
    const isIdentity = /^\/identity(?:[/?]|$)/.test(request.url ?? '');
    if (identity && isIdentity) identity.handler(request, response);
    else web(request, response);
  };
}

try {
  await start(readConfiguration(process.env));
} catch (error) {
  // A wrong setting or a data folder in use is the operator's to mend: a sentence, no stack.
  const plain = [ConfigurationError, DataFolderInUse, ObjectStoreUnusable, ObjectsOfAnother];
  const isPlain = error instanceof Error && plain.some((known) => error instanceof known);
  process.stderr.write(`${isPlain ? error.message : String((error as Error).stack)}\n`);
  process.exit(1);
}
