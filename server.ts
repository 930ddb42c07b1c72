import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import path from 'node:path';

import { Hono } from 'hono';

import { Refusal } from '@domain/error-codes';
import { databaseReserve } from '@domain/limits';
import { OperatorError } from '@domain/operator-error';
import { outageRefusal, outageStatus, retryAfterSeconds } from '@domain/outage';
import { deriveKeys } from '@domain/secrets';

import { createOpenIdClient } from './app/auth/open-id-client';
import { openWebStore } from './app/store/open-web-store';
import { networkTransport } from './app/repository-client/network-transport';
import type { RepositoryTransport } from './app/repository-client/transport';
import { reportUses } from './app/repository-client/uses';
import { paths } from './app/paths';
import { createWebHandler } from './app/web-handler';
import { type Configuration, readConfiguration } from './services/configuration/configuration';
import { contactOf } from './services/configuration/operator';
import { freeBytes, hasLessFree } from './services/database/free-bytes';
import { inTurn } from './services/database/in-turn';
import { migrateSchema } from './services/database/migrate-schema';
import { openDatabase, type OpenedDatabase } from './services/database/open-database';
import { addressForLimits, clientAddressOf } from './services/http/client-address';
import { compress } from './services/http/compress';
import { countUses } from './services/http/count-uses';
import { healthRoutes } from './services/http/health';
import { metricRoutes } from './services/http/metrics';
import { openBody, webListener } from './services/http/web-listener';
import { limitBody } from './services/http/limit-body';
import { limitResponse } from './services/http/limit-response';
import { listen } from './services/http/listen';
import { isTextLog, log, openLog } from './services/log/log';
import { createRouteNames, filePatterns, logRequests, webPatterns } from './services/http/log-requests';
import {
  redirectToOrigin,
  refuseConnect,
  refuseUnservedMethod,
  setTransportHeaders,
} from './services/http/request-rules';
import { staticFiles } from './services/http/static-files';
import { createUseBatch } from './services/http/use-batch';
import { prepareToStop, stopOnSignals } from './services/http/stop-gracefully';
import type { Accounts } from './services/identity/accounts/accounts';
import type { Identity } from './services/identity/identity';
import { identityPatterns } from './services/identity/serve';
import { closeDemonstration, ensureDemonstration } from './services/launcher/demonstration';
import { createOutboxLog, type OutboxLog } from './services/launcher/demonstration-mails';
import { openProvider } from './services/launcher/open-provider';
import { openWebBuild, type WebBuild } from './services/launcher/web-build';
import { personMergingOf } from './services/launcher/person-merging';
import { personalDataOf } from './services/launcher/personal-data';
import { recordsElsewhere } from './services/launcher/records-elsewhere';
import { openRepository, type Repository } from './services/repository';
import { createTokenVerifier } from './services/repository/api/authentication';
import { problemsFor } from './services/repository/api/refusals';
import { issuerKeys } from './services/repository/api/issuer-keys';
import { fileOf } from './services/repository/api/web-body';
import { visitorAddress, withVisitor } from './services/repository/context/visitor-address';
import { createMailer } from './services/repository/mail/nodemailer-mailer';
import { rootFolder } from './services/root-folder';

const clientFolder = path.join(rootFolder, 'build/client');
/** Longest time a request waits for a job before its page says that it still runs. */
const jobWaitMs = 3000;
/** Twice what Node takes: addresses of many ticked results, and cookies of other pages of the host. */
const maxHeaderBytes = 32 * 1024;

/** Composition root: environment -> stores -> services -> web app -> listen. */
async function start(configuration: Configuration): Promise<void> {
  const { dataDir, databaseUrl, statementSeconds } = configuration;
  openLog(configuration.log);
  for (const note of configuration.notes) log.warn(note);
  const database = await openDatabase({ dataDir, databaseUrl, statementSeconds, onExit: log.warn });
  const onWait = () => log.info('Another server is starting on this database: waiting for it.');
  await inTurn(database.pool, () => serve(configuration, database), onWait);
}

/** The parts of a server, brought up to date and not yet listening. */
type Parts = Awaited<ReturnType<typeof openParts>>;

async function serve(configuration: Configuration, database: OpenedDatabase): Promise<void> {
  const server = createServer({ maxHeaderSize: maxHeaderBytes });
  const parts = await openParts(configuration, database, server);
  const { webBuild, identity, repository, outbox, uses } = parts;
  const stopping = prepareToStop(server, {
    ...configuration,
    close: async () => {
      await uses.close();
      await repository?.close();
      await identity?.close();
      await webBuild.close();
      await database.close();
    },
    log,
  });
  const health = healthRoutes(database.pool, stopping.hasBegun, () =>
    hasLessFree(configuration.dataDir, configuration.storage.reserveBytes),
  );
  health.route(
    '/',
    metricRoutes(configuration.metricsSecret, async () => (await repository?.metrics()) ?? []),
  );
  const web = await openWeb(configuration, parts, health);
  refuseConnect(server);
  const answer = routeByPath(configuration, identity, web);
  const listener = logRequests(answer, nameRoutes(webBuild.atStart, repository?.api));
  server.on('request', webBuild.withSources(listener));
  // Uploads may take hours; a connection that never sends its headers may not.
  server.requestTimeout = 0;
  server.headersTimeout = 60_000;
  // Limits only responses that the client does not take (limitResponse). Two minutes outlast a train tunnel.
  server.timeout = 120_000;
  const { demo, isPublic } = configuration;
  const closed = isPublic && identity ? await closeDemonstration(identity.accounts) : [];
  for (const note of closed) log.warn(note);
  await listen(server, configuration);
  stopOnSignals(stopping, { ...configuration, log });
  const accounts = demo && repository && identity ? { accounts: identity.accounts, repository } : null;
  tellReady(configuration, accounts ? await makeDemonstration(configuration, accounts, outbox) : []);
}

async function openParts(configuration: Configuration, { pool, kind }: OpenedDatabase, server: Server) {
  const { origin, dataDir, requiredFactorRoles } = configuration;
  const issuer = configuration.identityIssuer ?? `${origin}/identity`;
  const audience = `${origin}/api`;
  const outbox = createOutboxLog(log.info);
  const mail = createMailer({
    smtpUrl: configuration.smtpUrl,
    from: configuration.mailFrom,
    outboxFolder: path.join(dataDir, 'outbox'),
    log: outbox.add,
  });
  const webBuild = await openWebBuild(server, configuration);
  const opened: { repository?: Repository } = {};
  const context = () => opened.repository!.context;
  const personalData = configuration.repositoryUrl ? null : personalDataOf(context);
  const merging = configuration.repositoryUrl ? null : personMergingOf(context);
  const identity = configuration.identityIssuer
    ? null
    : await openProvider(configuration, {
        pool,
        issuer,
        audience,
        build: webBuild.atStart,
        mail,
        personalData,
        merging,
      });
  const keys = identity?.keys ?? issuerKeys(issuer);
  const repository = configuration.repositoryUrl
    ? null
    : await openRepository({
        ...configuration,
        pool,
        mail,
        freeBytes: () => freeBytes(dataDir),
        settings: { ...configuration, contactEmail: contactOf(configuration), jobWaitMs },
        verifyToken: createTokenVerifier({
          issuer,
          audience,
          keys,
          requiredFactorRoles,
          stillHolds: identity?.stillHolds,
        }),
        roleHolders: (db) => (identity ? identity.roleHolders(db) : Promise.resolve(null)),
        findAccount: identity?.findAccount ?? null,
        recordsElsewhere,
        accounts: identity?.administration ?? null,
        openBody,
        soleWorker: kind === 'embedded',
        log,
      });
  if (repository) opened.repository = repository;
  const transport: RepositoryTransport = repository
    ? async (request) => repository.api.fetch(request)
    : networkTransport(configuration.repositoryUrl ?? '', openBody, configuration.useReportSecret);
  const secret = repository?.useReportSecret ?? configuration.useReportSecret ?? '';
  const uses = createUseBatch({ report: reportUses({ repository: transport, origin, secret }), warn: log.warn });
  return { pool, issuer, webBuild, identity, repository, transport, outbox, uses };
}

/** Answers the lines that tell whoever starts the server of the demonstration's accounts. */
function makeDemonstration(
  configuration: Configuration,
  { accounts, repository }: { accounts: Accounts; repository: NonNullable<Parts['repository']> },
  outbox: OutboxLog,
): Promise<string[]> {
  return outbox
    .summarise(() => ensureDemonstration(accounts, repository.context, configuration))
    .catch((error) => {
      // The server is of use without its demonstration.
      log.error(error, '', 'The demonstration could not be made');
      return ['The demonstration could not be made: see the log above.'];
    });
}

function tellReady({ origin, log: { format } }: Configuration, lines: string[]): void {
  const ready = `Motothek is ready: ${origin}`;
  const told = [...lines, ready, ''].join('\n');
  if (isTextLog(format)) return void process.stdout.write(told);
  // The accounts of the demonstration are for whoever starts it, not for what collects the log.
  process.stderr.write(told);
  log.info(ready);
}

/** Names of the addresses of web app, API and identity provider in the log. */
function nameRoutes(build: WebBuild['atStart'], api: { routes: { path: string }[] } | undefined) {
  const patterns = [
    ...webPatterns(build.routes),
    '/_configuration/:client',
    ...(api?.routes ?? []).map(({ path }) => path),
    ...identityPatterns.map((pattern) => `/identity${pattern}`),
  ];
  return createRouteNames(patterns, filePatterns(clientFolder));
}

/** The public side: files, the API for its other clients, health, and the web app for everything else. */
async function openWeb(
  configuration: Configuration,
  { webBuild, pool, issuer, identity, repository, transport, uses }: Parts,
  health: Hono,
) {
  const { origin, sessionSecrets, trustedProxies, dataDir, storage } = configuration;
  await migrateSchema(pool, 'web');
  const isLowOnSpace = () => hasLessFree(dataDir, databaseReserve(storage.reserveBytes));
  const store = await openWebStore(pool, sessionSecrets, log.error, isLowOnSpace, configuration.retention);
  const handle = createWebHandler({
    ...configuration,
    build: webBuild.build,
    mode: webBuild.mode,
    visitorAddress,
    issuer,
    sessions: store.sessions,
    openId: createOpenIdClient({
      issuer,
      clientId: configuration.clientId,
      clientSecret: configuration.clientSecret ?? identity?.clientSecret ?? '',
      origin,
      resource: `${origin}/api`,
      nonceKeys: deriveKeys(sessionSecrets, 'nonce'),
    }),
    tokenHolds: identity?.tokenHolds,
    draftsOf: store.draftsOf,
    repository: transport,
    reportError: log.error,
  });
  const web = new Hono();
  web.route('/', health);
  web.use('*', staticFiles(clientFolder));
  web.all('/assets/*', (c) => c.notFound());
  const [key] = deriveKeys(sessionSecrets, 'visitors');
  web.use('*', countUses({ note: uses.note, key, trustedProxies, secret: repository?.useReportSecret }));
  web.on(['GET', 'HEAD'], paths.apiDocs(), async (c) => compress(c.req.raw, await handle(c.req.raw)));
  for (const route of ['/api/*', '/oai']) web.all(route, async (c) => compress(c.req.raw, await transport(c.req.raw)));
  web.all('*', async (c) => compress(c.req.raw, await handle(c.req.raw)));
  web.onError((error, c) => {
    const reference = randomUUID();
    log.error(error, reference);
    const problem = problemsFor(c.req.raw.url, c.req.header('Accept-Language'));
    if (problem) return problem(outageRefusal(error) ?? new Refusal('internal', { reference }));
    const status = outageStatus(error);
    if (status === 507) return c.text('Insufficient Storage', 507);
    if (status === 503) return c.text('Service Unavailable', 503, { 'Retry-After': String(retryAfterSeconds) });
    const page = webBuild.errorPage(error);
    return page === null ? c.text('Internal Server Error', 500) : c.html(page, 500);
  });
  const fetch = (request: Request, incoming: IncomingMessage) => web.fetch(request, { incoming });
  return webListener(origin, fetch, { report: log.error, fileOf });
}

/** oidc-provider speaks node's own requests: it stands beside the web app, not inside it. */
function routeByPath(configuration: Configuration, identity: Identity | null, web: RequestListener): RequestListener {
  return (request, response) => {
    setTransportHeaders(response, configuration.origin);
    limitBody(request, response);
    limitResponse(response);
    const problem = problemsFor(request.url ?? '/', request.headers['accept-language']);
    if (refuseUnservedMethod(request, response, problem)) return;
    if (redirectToOrigin(request, response, configuration.origin)) return;
    const isIdentity = /^\/identity(?:[/?]|$)/.test(request.url ?? '');
    if (identity && isIdentity) return identity.handler(request, response);
    const address = addressForLimits(clientAddressOf(request, configuration.trustedProxies));
    withVisitor(address, () => web(request, response));
  };
}

try {
  await start(readConfiguration(process.env));
} catch (error) {
  if (error instanceof OperatorError) process.stderr.write(`${error.message}\n`);
  else log.end(error, 'The server could not start');
  process.exit(1);
}
