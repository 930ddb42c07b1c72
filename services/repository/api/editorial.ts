import { Hono } from 'hono';

import { VoteSchema } from '@domain/api/editorial';

import { castVote } from '../usecases/cast-vote';
import { listSubmissions } from '../usecases/list-submissions';
import { openSubmission } from '../usecases/view-submission';
import { readJson, requireExpert, type ApiEnvironment } from './environment';

/** Editorial board: experts only (spec sections 6 and 7). */
export const editorialRoutes = new Hono<ApiEnvironment>();

editorialRoutes.get('/api/editorial', async (c) =>
  c.json(await listSubmissions(requireExpert(c), c.get('repository'))),
);

editorialRoutes.get('/api/editorial/:id', async (c) =>
  c.json(await openSubmission(requireExpert(c), c.get('repository'), c.req.param('id'))),
);

editorialRoutes.post('/api/editorial/:id', async (c) => {
  const actor = requireExpert(c);
  const vote = await readJson(c, VoteSchema);
  return c.json(await castVote(actor, c.get('repository'), c.req.param('id'), vote));
});
