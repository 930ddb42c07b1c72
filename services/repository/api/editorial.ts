import { Hono } from 'hono';

import { VoteSchema } from '@domain/api/editorial';

import { castVote } from '../usecases/voting/cast-vote';
import { listSubmissions, openSubmission } from '../usecases/voting/submissions';
import { readJson, callerOf, type ApiEnvironment } from './environment';

/** Editorial board (spec sections 6 and 7). */
export const editorialRoutes = new Hono<ApiEnvironment>();

editorialRoutes.get('/api/editorial', async (c) =>
  c.json(await listSubmissions(callerOf(c, 'listSubmissions'), c.get('repository'))),
);

editorialRoutes.get('/api/editorial/:id', async (c) =>
  c.json(await openSubmission(callerOf(c, 'openSubmission'), c.get('repository'), c.req.param('id'))),
);

editorialRoutes.post('/api/editorial/:id', async (c) => {
  const actor = callerOf(c, 'castVote');
  const vote = await readJson(c, VoteSchema);
  return c.json(await castVote(actor, c.get('repository'), c.req.param('id'), vote));
});
