import { Hono } from 'hono';

import { exportPerson } from '../usecases/persons/export-person';
import { type ApiEnvironment, callerOf } from './environment';
import { sendWhileMade } from './send-while-made';

/** Everything that is kept about the caller. */
export const accountDataRoutes = new Hono<ApiEnvironment>();

accountDataRoutes.get('/api/account/data', async (c) => {
  const actor = callerOf(c, 'exportPerson');
  const { method, signal } = c.req.raw;
  const language = c.get('language');
  const asked = { isHead: method === 'HEAD', signal, language };
  const { fileName, content } = await exportPerson(actor, c.get('repository'), asked);
  return sendWhileMade(c, content, { fileName, mediaType: 'application/zip' });
});
