import { Hono } from 'hono';

import { Refusal } from '@domain/error-codes';
import { parseUploadId } from '@domain/upload-id';

import { findDistributions } from '../usecases/find-distributions';
import { requireActor, type ApiEnvironment } from './environment';

/** What the results of a mapped table look like (ours). */
export const distributionRoutes = new Hono<ApiEnvironment>();

distributionRoutes.get('/api/mapping/:kind{raw|agg}/:id{[1-9][0-9]{0,8}[ra]}/:table/distributions', async (c) => {
  const actor = requireActor(c);
  const { kind, id, table } = c.req.param();
  if (parseUploadId(id)?.kind !== kind) throw new Refusal('not-found');
  return c.json(await findDistributions(actor, c.get('repository'), { id, table }, c.get('language')));
});
