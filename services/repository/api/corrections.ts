import { Hono } from 'hono';

import { isBeingRead } from '@domain/file-state';

import { correctFile } from '../usecases/correct-file';
import { findCorrection } from '../usecases/find-correction';
import { requireActor, type ApiEnvironment } from './environment';
import { readFileParts } from './read-file-parts';

/** Corrected files in the place of those of an upload. */
export const correctionRoutes = new Hono<ApiEnvironment>();

correctionRoutes.get('/api/fileupload/:id/correction', async (c) =>
  c.json(await findCorrection(requireActor(c), c.get('repository'), c.req.param('id'), c.get('language'))),
);

correctionRoutes.post('/api/fileupload/:id/correction', async (c) => {
  const actor = requireActor(c);
  const parts = readFileParts(c.get('openBody')(c.req.raw), c.req.header('Content-Type'));
  const input = { id: c.req.param('id'), parts };
  const correction = await correctFile(actor, c.get('repository'), input, c.get('language'));
  return c.json(correction, correction.coming && isBeingRead(correction.coming.state) ? 202 : 200);
});
