import { Hono } from 'hono';
import { z } from 'zod';

import { LicenceAnswersQuerySchema } from '@domain/api/my-data-sets';
import { totalCountHeader } from '@domain/api/uploads';

import { exportAnswers, listAnswers, listMyDataSets } from '../usecases/life/my-data-sets';
import { sendOwnFile } from './answers';
import { type ApiEnvironment, callerOf, checkInput } from './environment';

/** Query of `GET api/fileupload/data-sets`. */
export const MyDataSetsQuerySchema = z.object({ page: z.coerce.number().int().min(1).max(1_000_000).default(1) });

/** Data sets of the caller with their use. Before the paths of `uploadRoutes` with an id, which have the same shape. */
export const myDataSetRoutes = new Hono<ApiEnvironment>();

myDataSetRoutes.get('/api/fileupload/data-sets', async (c) => {
  const actor = callerOf(c, 'listMyDataSets');
  const { page } = checkInput(c.req.query(), MyDataSetsQuerySchema);
  const { dataSets, total } = await listMyDataSets(actor, c.get('repository'), page);
  return c.json(dataSets, 200, { [totalCountHeader]: String(total) });
});

myDataSetRoutes.get('/api/fileupload/:id/licence-answers', async (c) => {
  const id = c.req.param('id');
  const { format, page } = checkInput(c.req.query(), LicenceAnswersQuerySchema);
  if (format === undefined) {
    const actor = callerOf(c, 'listAnswers');
    const { total, ...answers } = await listAnswers(actor, c.get('repository'), id, page);
    return c.json(answers, 200, { [totalCountHeader]: String(total) });
  }
  const { fileName, open } = await exportAnswers(
    callerOf(c, 'exportAnswers'),
    c.get('repository'),
    id,
    c.get('language'),
  );
  return sendOwnFile(c, { fileName, type: 'text/csv; charset=utf-8', open });
});
