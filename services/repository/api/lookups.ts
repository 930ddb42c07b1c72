import { Hono } from 'hono';

import { LookupOrderSchema } from '@domain/api/lookups';

import { lookUp } from '../usecases/metadata/look-up';
import { type ApiEnvironment, callerOf, readJson } from './environment';

/**
 * Looking up people, organisations and publications in public services. The query is in the body, so that no log has
 * it.
 */
export const lookupRoutes = new Hono<ApiEnvironment>();

lookupRoutes.post('/api/lookups', async (c) => {
  const actor = callerOf(c, 'lookUp');
  return c.json(await lookUp(actor, c.get('repository'), await readJson(c, LookupOrderSchema)));
});
