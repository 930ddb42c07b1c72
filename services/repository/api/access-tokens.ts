import { Hono } from 'hono';
import { z } from 'zod';

import { NewTokenSchema } from '@domain/access-tokens';

import { listTokens, makeToken, revokeToken } from '../usecases/account/access-tokens';
import { type ApiEnvironment, callerOf, checkInput, readJson } from './environment';

/** Personal access tokens of the caller. */
export const accessTokenRoutes = new Hono<ApiEnvironment>();

accessTokenRoutes.get('/api/tokens', async (c) => {
  c.header('Cache-Control', 'private, no-store');
  return c.json(await listTokens(callerOf(c, 'listTokens'), c.get('repository')));
});

accessTokenRoutes.post('/api/tokens', async (c) => {
  const actor = callerOf(c, 'makeToken');
  const wanted = await readJson(c, NewTokenSchema);
  c.header('Cache-Control', 'private, no-store');
  return c.json(await makeToken(actor, c.get('repository'), wanted), 201);
});

const TokenNumberSchema = z.coerce.number().int().positive().max(2_147_483_647);

accessTokenRoutes.delete('/api/tokens/:token', async (c) => {
  const actor = callerOf(c, 'revokeToken');
  await revokeToken(actor, c.get('repository'), checkInput(c.req.param('token'), TokenNumberSchema));
  return c.body(null, 204);
});
