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
import { resumableRoutes } from './resumable';
import { reviewRoutes, submitRoutes } from './submission';
import { searchRoutes } from './search';

export interface ApiOptions {
  repository: RepositoryContext;
  verifyToken: VerifyToken;
  openBody: OpenBody;
  /** Told about every fault that is ours, with the reference number the answer carries. */
  reportFault: (error: unknown, reference: string) => void;
}

/** The repository API: every path of the spec's section 7 under /api. See docs/api.md. */
export function createApi({ repository, verifyToken, openBody, reportFault }: ApiOptions) {
  const api = new Hono<ApiEnvironment>();

  api.use(async (c, next) => {
    c.set('repository', repository);
    c.set('openBody', openBody);
    c.set('language', parseLanguage(c.req.header('Accept-Language')) ?? defaultLanguage);
    await next();
    // A question about the headers alone leaves no body half made.
    if (c.req.method === 'HEAD') await c.res.body?.cancel();
  });
  api.use(authenticate(verifyToken));

  api.route('/', searchRoutes);
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
      // A full disk is refused like a wrong entry, but the operator has to know.
      if (isOutage(error.cause)) reportFault(error.cause, '');
      return problemResponse(error, c.get('language'));
    }
    const reference = crypto.randomUUID();
    reportFault(error, reference);
    if (isOutage(error)) return problemResponse(new Refusal('unavailable'), c.get('language'));
    return problemResponse(new Refusal('internal', { reference }), c.get('language'));
  });
  return api;
}
export type RepositoryApi = ReturnType<typeof createApi>;
