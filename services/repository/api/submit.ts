import { Hono } from 'hono';

import { SubmitOrderSchema } from '@domain/api/submission';

import { reviewSubmission } from '../usecases/review-submission';
import { submitUpload } from '../usecases/submit-upload';
import { readJson, requireActor, type ApiEnvironment } from './environment';

/** Submission of an upload by its owner (spec section 7), and what it hands in. */
export const submitRoutes = new Hono<ApiEnvironment>();

submitRoutes.get('/api/submit/:id', async (c) => {
  const actor = requireActor(c);
  return c.json(await reviewSubmission(actor, c.get('repository'), c.req.param('id'), c.get('language')));
});

submitRoutes.post('/api/submit/:id', async (c) => {
  const actor = requireActor(c);
  const order = (await readJson(c, SubmitOrderSchema.optional())) ?? {};
  const submitted = { ...order, id: c.req.param('id') };
  return c.json(await submitUpload(actor, c.get('repository'), submitted, c.get('language')));
});
