import { Hono } from 'hono';

import { Refusal } from '@domain/error-codes';
import { defaultLanguage, parseLanguage } from '@domain/language';
import { isOutage } from '@domain/outage';

import type { RepositoryContext } from '../context/context';
import { authenticate, type VerifyToken } from './authentication';
import { correctionRoutes, uploadRoutes } from './uploads';
import { editorialRoutes } from './editorial';
import type { ApiEnvironment, OpenBody } from './environment';
import { distributionRoutes, problemFileRoutes } from './checks';
import { downloadRoutes } from './downloads';
import { helpFileRoutes, licenceRoutes } from './help-files';
import { mappingRoutes } from './mapping';
import { metadataRoutes } from './metadata';
import { problemResponse } from './answers';
import { publicAnswers } from './public-answers';
import { resumableRoutes } from './resumable';
import { reviewRoutes, submitRoutes } from './submission';
import { savedSearchRoutes } from './saved-searches';
import { searchRoutes } from './search';

export interface ApiOptions {
  repository: RepositoryContext;
  verifyToken: VerifyToken;
  openBody: OpenBody;
  /** Called for every server error, with the reference number that the response shows. */
  reportError: (error: unknown, reference: string) => void;
}

/** Repository API with all paths of section 7 of the specification. See docs/api.md. */
export function createApi({ repository, verifyToken, openBody, reportError }: ApiOptions) {
  const api = new Hono<ApiEnvironment>();

  api.use(async (c, next) => {
    c.set('repository', repository);
    c.set('openBody', openBody);
    c.set('language', parseLanguage(c.req.header('Accept-Language')) ?? defaultLanguage);
    await next();
    // Nobody reads the body of a HEAD response, so stop generating it.
    if (c.req.method === 'HEAD') await c.res.body?.cancel();
  });
  api.use(publicAnswers);
  api.use(authenticate(verifyToken));

  api.route('/', searchRoutes);
  api.route('/', savedSearchRoutes);
  api.route('/', downloadRoutes);
  api.route('/', resumableRoutes);
  api.route('/', uploadRoutes);
  api.route('/', correctionRoutes);
  api.route('/', problemFileRoutes);
  api.route('/', distributionRoutes);
  api.route('/', mappingRoutes);
  api.route('/', editorialRoutes);
  api.route('/', metadataRoutes);
  api.route('/', submitRoutes);
  api.route('/', reviewRoutes);
  api.route('/', licenceRoutes);
  api.route('/', helpFileRoutes);

  api.notFound((c) => problemResponse(new Refusal('not-found'), c.get('language')));
  api.onError((error, c) => {
    if (error instanceof Refusal) {
      // A full disk is a refusal for the user but must be logged for the operator.
      if (isOutage(error.cause)) reportError(error.cause, '');
      return problemResponse(error, c.get('language'));
    }
    const reference = crypto.randomUUID();
    reportError(error, reference);
    if (isOutage(error)) return problemResponse(new Refusal('unavailable'), c.get('language'));
    return problemResponse(new Refusal('internal', { reference }), c.get('language'));
  });
  return api;
}
export type RepositoryApi = ReturnType<typeof createApi>;
