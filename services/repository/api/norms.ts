import { Hono } from 'hono';
import { z } from 'zod';

import { StandingRequestSchema } from '@domain/api/standings';
import { normChoiceOf, NormQuerySchema } from '@domain/norms/choice-query';

import { describeDataSetNorms } from '../usecases/norms/data-set-norms';
import { describeNorms } from '../usecases/norms/describe-norms';
import { placeResults } from '../usecases/norms/place-results';
import { readNorms } from '../usecases/norms/read-norms';
import { callerOf, checkInput, type ApiEnvironment, queryOf, readJson } from './environment';
import { DataSetNumberSchema } from './search';

/** Key of a kind of result in an address. */
export const NormKeySchema = z.string().max(100);

/** Norms from all published data, open to everybody. */
export const normRoutes = new Hono<ApiEnvironment>();

normRoutes.get('/api/norms', async (c) => {
  callerOf(c, 'describeNorms');
  return c.json(await describeNorms(c.get('repository'), c.get('language')));
});

normRoutes.post('/api/norms/standing', async (c) => {
  callerOf(c, 'placeResults');
  const standings = await placeResults(c.get('repository'), await readJson(c, StandingRequestSchema));
  c.header('Cache-Control', 'no-store');
  return c.json(standings);
});

normRoutes.get('/api/norms/:key', async (c) => {
  callerOf(c, 'readNorms');
  const { limit, ...choice } = checkInput(queryOf(c), NormQuerySchema);
  const key = checkInput(c.req.param('key'), NormKeySchema);
  return c.json(await readNorms(c.get('repository'), { ...normChoiceOf(choice), key, limit }, c.get('language')));
});

normRoutes.get('/api/search/data/:nr/norms', async (c) => {
  callerOf(c, 'describeDataSetNorms');
  const nr = checkInput(c.req.param('nr'), DataSetNumberSchema);
  return c.json(await describeDataSetNorms(c.get('repository'), nr, c.get('language')));
});
