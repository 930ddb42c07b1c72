import { Hono } from 'hono';

import { poolChoiceOf, PoolDataSetsQuerySchema, PoolQuerySchema } from '@domain/api/pool';

import { listPoolDataSets, openPool } from '../usecases/downloads/pool';
import { type ApiContext, type ApiEnvironment, callerOf, checkInput, queryOf } from './environment';
import { sendCounted } from './send-counted';

/** One table of several data sets. */
export const poolRoutes = new Hono<ApiEnvironment>();

poolRoutes.get('/api/pool/data-sets', async (c) => {
  const actor = callerOf(c, 'listPoolDataSets');
  const query = checkInput(queryOf(c), PoolDataSetsQuerySchema);
  return c.json(await listPoolDataSets(actor, c.get('repository'), query['data-sets'], c.get('language')));
});

poolRoutes.get('/api/pool', (c) => sendPool(c, false));
poolRoutes.get('/api/pool/package', (c) => sendPool(c, true));

async function sendPool(c: ApiContext, isPackage: boolean): Promise<Response> {
  const actor = callerOf(c, 'openPool');
  const query = checkInput(queryOf(c), PoolQuerySchema);
  const wants = c.req.raw.method === 'HEAD' ? 'headers' : c.req.header('Range') === undefined ? 'whole' : 'part';
  const choice = poolChoiceOf(query);
  const input = { choice, format: query.format, isPackage, wants } as const;
  const file = await openPool(actor, c.get('repository'), input, query.lang ?? c.get('language'));
  if (file.hasLabels && !query.lang) c.header('Vary', 'Accept-Language');
  return sendCounted(c, { ...file, numbers: choice.dataSets });
}
