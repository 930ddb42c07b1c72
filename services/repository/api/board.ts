import { Hono } from 'hono';

import { ExpertsQuerySchema } from '@domain/board/experts';
import { HistoryQuerySchema } from '@domain/board/history';
import { ExpertProfileSchema } from '@domain/board/profiles';

import { listBoardExperts } from '../usecases/board/experts';
import { exportHistory, listHistory } from '../usecases/board/history';
import { findProfile, saveProfile } from '../usecases/board/profile';
import { sendOwnFile } from './answers';
import { type ApiEnvironment, callerOf, checkInput, readJson } from './environment';

/**
 * Members of the board, and what they did. Before the paths of `editorialRoutes` with an id, which have the same shape.
 */
export const boardRoutes = new Hono<ApiEnvironment>();

boardRoutes.get('/api/editorial/experts', async (c) => {
  const actor = callerOf(c, 'listBoardExperts');
  const { id } = checkInput(c.req.query(), ExpertsQuerySchema);
  return c.json(await listBoardExperts(actor, c.get('repository'), id));
});

boardRoutes.get('/api/editorial/profile', async (c) =>
  c.json(await findProfile(callerOf(c, 'findProfile'), c.get('repository'))),
);

boardRoutes.put('/api/editorial/profile', async (c) => {
  const actor = callerOf(c, 'saveProfile');
  const profile = await readJson(c, ExpertProfileSchema);
  return c.json(await saveProfile(actor, c.get('repository'), profile));
});

boardRoutes.get('/api/editorial/:id/history', async (c) => {
  const id = c.req.param('id');
  const { format } = checkInput(c.req.query(), HistoryQuerySchema);
  if (format === undefined) return c.json(await listHistory(callerOf(c, 'listHistory'), c.get('repository'), id));
  const actor = callerOf(c, 'exportHistory');
  return sendOwnFile(c, await exportHistory(actor, c.get('repository'), { id, format }, c.get('language')));
});
