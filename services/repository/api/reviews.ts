import { Hono } from 'hono';

import { findReview } from '../usecases/find-review';
import { reviseUpload } from '../usecases/revise-upload';
import { withdrawUpload } from '../usecases/withdraw-upload';
import { requireActor, type ApiEnvironment } from './environment';

/** The review of an upload as its contributor sees it, and what they may do about it (ours). */
export const reviewRoutes = new Hono<ApiEnvironment>();

reviewRoutes.get('/api/fileupload/:id/review', async (c) =>
  c.json(await findReview(requireActor(c), c.get('repository'), c.req.param('id'))),
);

reviewRoutes.post('/api/fileupload/:id/revision', async (c) => {
  const revision = await reviseUpload(requireActor(c), c.get('repository'), c.req.param('id'));
  const created = { Location: `/api/fileupload/${revision.id}` };
  return c.json(revision, revision.isNew ? 201 : 200, created);
});

reviewRoutes.delete('/api/submit/:id', async (c) =>
  c.json(await withdrawUpload(requireActor(c), c.get('repository'), c.req.param('id'))),
);
