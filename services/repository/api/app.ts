import { Hono } from 'hono';
import { routePath } from 'hono/route';

import { Refusal } from '@domain/error-codes';
import { defaultLanguage, preferredLanguage } from '@domain/language';
import { isOutage, Outage, outageRefusal } from '@domain/outage';

import { traced } from '../../tracing/spans';
import type { RepositoryContext } from '../context/context';
import { FairTables } from '../context/fair-tables';
import { isTooMuch } from '../context/table-engine';
import { waitingAccount } from '../context/visitor-address';
import { accessTokenRoutes } from './access-tokens';
import { accountDataRoutes } from './account-data';
import { administrationRoutes } from './administration';
import type { Database } from '../store/database';
import { namesNobody } from '../store/people';
import { authenticate, type VerifyToken } from './authentication';
import { correctionRoutes, uploadRoutes } from './uploads';
import { classReportRoutes } from './class-report';
import { boardListRoutes } from './board-list';
import { boardRoutes } from './board';
import { editorialRoutes } from './editorial';
import type { ApiEnvironment, OpenBody } from './environment';
import { descriptionRoutes } from './descriptions';
import { documentRoutes } from './documents';
import { distributionRoutes, problemFileRoutes } from './checks';
import { embargoRoutes } from './embargo';
import { downloadRoutes } from './downloads';
import { helpFileRoutes, licenceRoutes } from './help-files';
import { lifeRoutes } from './life';
import { lookupRoutes } from './lookups';
import { mappingRoutes } from './mapping';
import { normRoutes } from './norms';
import { myDataSetRoutes } from './my-data-sets';
import { memberRoutes } from './members';
import { metadataRoutes } from './metadata';
import { openApiRoutes } from './openapi/routes';
import { poolRoutes } from './pool';
import { privateLinkRoutes } from './private-links';
import { publicAnswers } from './public-answers';
import { publishedFileRoutes } from './published-files';
import { answerRefusal, answerUnrouted } from './refusals';
import { oaiRoutes } from './oai';
import { withdrawalRoutes } from './withdrawal';
import { resumableRoutes } from './resumable';
import { reviewRoutes, submitRoutes } from './submission';
import { savedSearchRoutes } from './saved-searches';
import { searchRoutes } from './search';
import { markUses, useRoutes } from './uses';
import { versionRoutes } from './versions';

export interface ApiOptions {
  repository: RepositoryContext;
  /** The store for reading by visitors; without it, they read in that of the repository. */
  readers?: Database;
  verifyToken: VerifyToken;
  openBody: OpenBody;
  /** Called for every server error, with the reference number that the response shows. */
  reportError: (error: unknown, reference: string) => void;
  /** Secret with which web tiers report uses; nobody may without one. */
  useReportSecret?: string;
}

/** Repository API with all paths of section 7 of the specification. See docs/api.md. */
export function createApi({ repository, readers, verifyToken, openBody, reportError, useReportSecret }: ApiOptions) {
  const api = new Hono<ApiEnvironment>();
  const tables = new FairTables(repository.tables);

  api.use((c, next) =>
    traced('api', { 'http.request.method': c.req.method }, async (span) => {
      await next();
      span.setAttribute('http.route', routePath(c, -1));
    }),
  );
  api.use(async (c, next) => {
    c.set('repository', repository);
    if (['GET', 'HEAD'].includes(c.req.method)) c.set('readers', readers);
    c.set('openBody', openBody);
    c.set('language', preferredLanguage(c.req.header('Accept-Language')) ?? defaultLanguage);
    await next();
    // Files are the same in every language, and `sendKeptFile` says who may keep them.
    if (!c.res.headers.has('Accept-Ranges')) c.header('Vary', addNames(c.res.headers.get('Vary'), varying));
    // Nobody reads the body of a HEAD response, so stop generating it.
    if (c.req.method === 'HEAD') await c.res.body?.cancel();
  });
  api.use(publicAnswers);
  api.use(authenticate(verifyToken));
  api.use(async (c, next) => {
    const account = waitingAccount(c.get('actor') ?? null);
    c.set('repository', { ...repository, tables: tables.of(account, departureOf(c.req.raw)) });
    await next();
  });
  api.use(markUses);

  api.route('/', searchRoutes);
  api.route('/', normRoutes);
  api.route('/', publishedFileRoutes);
  api.route('/', descriptionRoutes);
  api.route('/', classReportRoutes);
  api.route('/', useRoutes(useReportSecret));
  api.route('/', accessTokenRoutes);
  api.route('/', accountDataRoutes);
  api.route('/', administrationRoutes);
  api.route('/', savedSearchRoutes);
  api.route('/', downloadRoutes);
  api.route('/', poolRoutes);
  api.route('/', resumableRoutes);
  api.route('/', lifeRoutes);
  api.route('/', myDataSetRoutes);
  api.route('/', documentRoutes);
  api.route('/', embargoRoutes);
  api.route('/', privateLinkRoutes);
  api.route('/', uploadRoutes);
  api.route('/', correctionRoutes);
  api.route('/', problemFileRoutes);
  api.route('/', distributionRoutes);
  api.route('/', mappingRoutes);
  // Before the paths of the board with an id, one of which has the same shape.
  api.route('/', withdrawalRoutes);
  api.route('/', memberRoutes);
  api.route('/', boardListRoutes);
  api.route('/', boardRoutes);
  api.route('/', editorialRoutes);
  api.route('/', lookupRoutes);
  api.route('/', metadataRoutes);
  api.route('/', submitRoutes);
  api.route('/', reviewRoutes);
  api.route('/', versionRoutes);
  api.route('/', licenceRoutes);
  api.route('/', helpFileRoutes);
  api.route('/', oaiRoutes);
  api.route('/', openApiRoutes);

  api.notFound((c) => answerUnrouted(api, c));
  api.onError((error, c) => {
    if (error instanceof Refusal) {
      // A full disk is a refusal for the user but must be logged for the operator.
      if (isOutage(error.cause)) reportError(error.cause, '');
      return answerRefusal(c, error);
    }
    // The account has ended since the request began.
    if (namesNobody(error)) return answerRefusal(c, new Refusal('unauthenticated'));
    const reference = crypto.randomUUID();
    if (!(error instanceof ClientLeft)) reportError(error, reference);
    return answerRefusal(c, outageRefusal(error) ?? tooMuchRefusal(error) ?? new Refusal('internal', { reference }));
  });
  return api;
}
export type RepositoryApi = ReturnType<typeof createApi>;

/** A statement that took too much beside others may take less without them; null for other errors. */
function tooMuchRefusal(error: unknown): Refusal | null {
  return isTooMuch(error) ? new Refusal('unavailable') : null;
}

/** Nobody gets the answer, and it is no error for the log. */
class ClientLeft extends Outage {
  constructor() {
    super('The client has left.');
  }
}

/** Returns a function for the signal that aborts when the client of a request leaves. */
function departureOf(request: Request): () => AbortSignal {
  let left: AbortController | null = null;
  return () => {
    if (left) return left.signal;
    const leaving = new AbortController();
    left = leaving;
    const leave = () => leaving.abort(new ClientLeft());
    if (request.signal.aborted) leave();
    else request.signal.addEventListener('abort', leave, { once: true });
    return leaving.signal;
  };
}

/** Request headers on which the responses of most calls depend. */
const varying = ['Accept-Language', 'Authorization'];

/** A list of header names with further ones, each of them once. */
function addNames(list: string | null, names: readonly string[]): string {
  const listed = (list ?? '').split(',').flatMap((name) => name.trim() || []);
  const missing = names.filter((name) => !listed.some((other) => other.toLowerCase() === name.toLowerCase()));
  return [...listed, ...missing].join(', ');
}
