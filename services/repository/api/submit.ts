import { Hono } from 'hono';

import { submitUpload } from '../usecases/submit-upload';
import { requireActor, type ApiEnvironment } from './environment';

/** Submission of an upload by its owner (spec section 7). */
export const submitRoutes = new Hono<ApiEnvironment>();

submitRoutes.post('/api/submit/:id', async (c) => {
  const actor = requireActor(c);
  return c.json(await submitUpload(actor, c.get('repository'), c.req.param('id')));
});
