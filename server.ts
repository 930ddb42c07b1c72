import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import path from 'node:path';

import { Hono } from 'hono';

import { Refusal } from '@domain/error-codes';
import { databaseReserve } from '@domain/limits';
import { OperatorError } from '@domain/operator-error';
import { outageRefusal, outageStatus, retryAfterSeconds } from '@domain/outage';
import { deriveKeys } from '@domain/secrets';

import { readCookie, sessionCookieName } from './app/auth/cookies';
import { createOpenIdClient } from './app/auth/open-id-client';
import { paths } from './app/paths';
import { networkTransport } from './app/repository-client/network-transport';
import type { RepositoryTransport } from './app/repository-client/transport';
import { reportUses } from './app/repository-client/uses';
import { openWebStore } from './app/store/open-web-store';
import { createWebHandler } from './app/web-handler';
import { type Configuration, readConfiguration } from './services/configuration/configuration';
import { hasLessFree } from './services/database/free-bytes';
import { inTurn } from './services/database/in-turn';
import { migrateSchema } from './services/database/migrate-schema';
import { openDatabase, type OpenedDatabase } from './services/database/open-database';
import { readOnce } from './services/database/read-once';
import { addressForLimits, clientAddressOf, noteClient } from './services/http/client-address';
import { compress } from './services/http/compress';
import { countUses } from './services/http/count-uses';
import { formOrder } from './services/http/form-order';
import { healthRoutes } from './services/http/health';
import { limitBody } from './services/http/limit-body';
import { limitResponse } from './services/http/limit-response';
import { listen } from './services/http/listen';
import { createRouteNames, filePatterns, logRequests, webPatterns } from './services/http/log-requests';
import { createMetrics } from './services/http/metrics';
import {
  redirectToOrigin,
  refuseConnect,
  refuseUnservedMethod,
  setTransportHeaders,
  useOriginForm,
} from './services/http/request-rules';
import { sharedCaching } from './services/http/shared-caching';
import { staticFiles } from './services/http/static-files';
import { exitOnSignals, prepareToStop, type Signals } from './services/http/stop-gracefully';
import { addressTurns, tokenTurns } from './services/http/take-turns';
import { createUseBatch } from './services/http/use-batch';
import { openBody, webListener } from './services/http/web-listener';
import type { Accounts } from './services/identity/accounts/accounts';
import { identityPatterns } from './services/identity/serve';
import { closeDemonstration, ensureDemonstration } from './services/launcher/demonstration';
import type { OutboxLog } from './services/launcher/demonstration-mails';
import { looksOf } from './services/launcher/looks-of';
import { openServices } from './services/launcher/open-services';
import type { WebBuild } from './services/launcher/web-build';
import { isTextLog, log, openLog } from './services/log/log';
import { refuseUnmoved } from './services/move/usable-target';
import { problemsFor } from './services/repository/api/refusals';
import { fileOf } from './services/repository/api/web-body';
import { visitorAddress, withVisitor } from './services/repository/context/visitor-address';
import { rootFolder } from './services/root-folder';
import { openTracing } from './services/tracing/open-tracing';

const clientFolder = path.join(rootFolder, 'build/client');
/** Twice what Node takes: addresses of many ticked results, and cookies of other pages of the host. */
const maxHeaderBytes = 32 * 1024;

/** Composition root: environment -> stores -> services -> web app -> listen. */
async function start(configuration: Configuration, signals: Signals): Promise<void> {
  const { dataDir, databaseUrl, databaseStandby, statementSeconds } = configuration;
  openLog(configuration.log);
  for (const note of configuration.notes) log.warn(note);
  const standby = databaseStandby && { ...databaseStandby, log };
  const database = await openDatabase({ dataDir, databaseUrl, standby, statementSeconds, onExit: log.warn });
  if (database.kind === 'postgresql') await refuseUnmoved(database.pool, dataDir);
  const onWait = () => log.info('Another server is starting on this database: waiting for it.');
  await inTurn(database.pool, () => serve(configuration, database, signals), onWait);
}

async function serve(configuration: Configuration, database: OpenedDatabase, signals: Signals): Promise<void> {
  const sendTraces = await openTracing(configuration.tracesEndpoint);
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
      await sendTraces();
    },
    log,
  });
  const health = healthRoutes(looksOf(configuration, database, parts), stopping.hasBegun);
  const metrics = createMetrics(configuration.metricsSecret, async () => [
    ...((await repository?.metrics()) ?? []),
    ...(database.standby?.figures() ?? []),
  ]);
  health.route('/', metrics.routes);
  refuseConnect(server);
  const answer = await openSite(configuration, parts, health);
  const listener = logRequests(answer, nameRoutes(webBuild.atStart, repository?.api), metrics.observe);
  server.on('request', useOriginForm);
  server.on('request', webBuild.withSources(listener));
  const { demo, isPublic } = configuration;
  const closed = isPublic && identity ? await closeDemonstration(identity.accounts) : [];
  for (const note of closed) log.warn(note);
  await listen(server, configuration);
  signals.stopFirst(stopping, configuration.stopMs);
  const accounts = demo && repository && identity ? { accounts: identity.accounts, repository } : null;
  const lines = accounts ? await makeDemonstration(configuration, accounts, outbox, signals) : [];
  if (!signals.haveCome()) tellReady(configuration, lines);
}

/** The parts of a server, brought up to date and not yet listening. */
type Parts = Awaited<ReturnType<typeof openParts>>;

async function openParts(configuration: Configuration, database: OpenedDatabase, server: Server) {
  const { origin, repositoryUrl, useReportSecret } = configuration;
  const services = await openServices(configuration, database, server);
  const { repository } = services;
  const transport: RepositoryTransport = repository
    ? async (request) => repository.api.fetch(request)
    : networkTransport(repositoryUrl ?? '', openBody, useReportSecret);
  const secret = repository?.useReportSecret ?? useReportSecret ?? '';
  const uses = createUseBatch({ report: reportUses({ repository: transport, origin, secret }), warn: log.warn });
  return { ...services, transport, uses };
}

/** Answers the lines that tell whoever starts the server of the demonstration's accounts. */
function makeDemonstration(
  configuration: Configuration,
  { accounts, repository }: { accounts: Accounts; repository: NonNullable<Parts['repository']> },
  outbox: OutboxLog,
  { haveCome }: Signals,
): Promise<string[]> {
  return outbox
    .summarise(() => ensureDemonstration(accounts, repository.context, configuration))
    .catch((error) => {
      if (haveCome()) return [];
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

type Handle = (request: Request) => Promise<Response>;
type Site = Hono<{ Bindings: { incoming: IncomingMessage } }>;

/**
 * The public side of this process: health for all, the API and sign-in, files and screens as far as they belong to what
 * it does. A process that only works answers nothing else.
 */
async function openSite(configuration: Configuration, parts: Parts, health: Hono): Promise<RequestListener> {
  const { sharedCache, tiers } = configuration;
  const site: Site = new Hono();
  site.route('/', health);
  if (sharedCache.seconds > 0) site.use('*', sharedCaching(sharedCache.seconds));
  const handle = tiers.web ? await openScreens(configuration, parts) : null;
  if (handle) {
    site.use('*', staticFiles(clientFolder));
    site.all('/assets/*', (c) => c.notFound());
  }
  site.use('*', (_c, next) => readOnce(next));
  if (tiers.web || tiers.api) addApi(site, configuration, parts, handle);
  if (handle) site.all('*', async (c) => compress(c.req.raw, await handle(c.req.raw)));
  answerErrors(site, parts.webBuild);
  const fetch = (request: Request, incoming: IncomingMessage) => site.fetch(request, { incoming });
  const listener = webListener(configuration.origin, fetch, { report: log.error, fileOf });
  return routeByPath(configuration, parts, listener);
}

/**
 * The API for its clients other than the screens, with uses of data sets counted. A web tier passes its calls on, and what
 * browsers ask the identity provider of that API for.
 */
function addApi(site: Site, configuration: Configuration, parts: Parts, handle: Handle | null): void {
  const { transport, uses, repository } = parts;
  const { sessionSecrets, trustedProxies } = configuration;
  const [key] = deriveKeys(sessionSecrets, 'visitors');
  site.use('*', countUses({ note: uses.note, key, trustedProxies, secret: repository?.useReportSecret }));
  if (handle) site.on(['GET', 'HEAD'], paths.apiDocs(), async (c) => compress(c.req.raw, await handle(c.req.raw)));
  const inTurn = tokenTurns();
  const passesOn = configuration.repositoryUrl !== undefined;
  const routes = ['/api/*', '/oai', ...(passesOn && !configuration.identity.isOutside ? ['/identity/*'] : [])];
  for (const route of routes)
    site.all(route, inTurn, async (c) => {
      if (passesOn) noteClient(c.req.raw, c.env.incoming);
      return compress(c.req.raw, await transport(c.req.raw));
    });
}

async function openScreens(
  configuration: Configuration,
  { webBuild, downloadOrigin, pool, identity, transport }: Parts,
): Promise<Handle> {
  const { origin, sessionSecrets, dataDir, storage } = configuration;
  const provider = configuration.identity;
  await migrateSchema(pool, 'web');
  const isLowOnSpace = () => hasLessFree(dataDir, databaseReserve(storage.reserveBytes));
  const store = await openWebStore(pool, sessionSecrets, log.error, isLowOnSpace, configuration.retention);
  return createWebHandler({
    ...configuration,
    downloadOrigin,
    build: webBuild.build,
    mode: webBuild.mode,
    ...provider,
    sessions: store.sessions,
    openId: createOpenIdClient({
      ...provider,
      clientSecret: provider.clientSecret ?? identity?.clientSecret ?? '',
      origin,
      nonceKeys: deriveKeys(sessionSecrets, 'nonce'),
    }),
    tokenHolds: identity?.tokenHolds,
    draftsOf: store.draftsOf,
    repository: transport,
    visitorAddress,
    reportError: log.error,
  });
}

function answerErrors(site: Site, webBuild: WebBuild): void {
  site.onError((error, c) => {
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
}

/** oidc-provider speaks node's own requests: it stands beside the web app, not inside it. */
function routeByPath(
  { origin, tiers, trustedProxies }: Configuration,
  { identity, repository }: Parts,
  web: RequestListener,
): RequestListener {
  const addressOf = (request: IncomingMessage) => addressForLimits(clientAddressOf(request, trustedProxies));
  const sessionCookie = sessionCookieName(origin.startsWith('https:'));
  const inOrder = formOrder({ sessionOf: ({ headers }) => readCookie(headers.cookie ?? null, sessionCookie) || null });
  const inTurn = addressTurns(addressOf, repository?.useReportSecret);
  const answerInTurn = inTurn((request, response) => {
    const isIdentity = /^\/identity(?:[/?]|$)/.test(request.url ?? '');
    if (identity && tiers.api && isIdentity) return identity.handler(request, response);
    withVisitor(addressOf(request), () => web(request, response));
  });
  const answer = tiers.web ? inOrder(answerInTurn) : answerInTurn;
  return (request, response) => {
    setTransportHeaders(response, origin);
    limitBody(request, response);
    limitResponse(response);
    const problem = problemsFor(request.url ?? '/', request.headers['accept-language']);
    if (refuseUnservedMethod(request, response, problem)) return;
    // Another process of the site may call this one by an address of its own.
    if (tiers.web && redirectToOrigin(request, response, origin)) return;
    answer(request, response);
  };
}

const signals = exitOnSignals(log);
try {
  await start(readConfiguration(process.env), signals);
} catch (error) {
  // A server that is stopped loses what it still needed for its start, and exits by itself.
  if (signals.haveCome()) await new Promise(() => {});
  if (error instanceof OperatorError) process.stderr.write(`${error.message}\n`);
  else log.end(error, 'The server could not start');
  process.exit(1);
}
