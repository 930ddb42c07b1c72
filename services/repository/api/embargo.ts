import { Hono } from 'hono';

import { LongerEmbargoSchema, ShorterEmbargoSchema } from '@domain/life/embargo-changes';

import { findOwnEmbargo, lengthenEmbargo, readEmbargoAsChair, shortenEmbargo } from '../usecases/life/embargo';
import { type ApiEnvironment, callerOf, readJson } from './environment';

/** The embargo of accepted data sets, for their contributors and the chair. */
export const embargoRoutes = new Hono<ApiEnvironment>();

embargoRoutes.get('/api/fileupload/:id/embargo', async (c) =>
  c.json(await findOwnEmbargo(callerOf(c, 'findOwnEmbargo'), c.get('repository'), c.req.param('id'))),
);

embargoRoutes.post('/api/fileupload/:id/embargo', async (c) => {
  const actor = callerOf(c, 'shortenEmbargo');
  const { until } = await readJson(c, ShorterEmbargoSchema);
  return c.json(await shortenEmbargo(actor, c.get('repository'), c.req.param('id'), until));
});

embargoRoutes.get('/api/editorial/:id/embargo', async (c) =>
  c.json(await readEmbargoAsChair(callerOf(c, 'readEmbargoAsChair'), c.get('repository'), c.req.param('id'))),
);

embargoRoutes.post('/api/editorial/:id/embargo', async (c) => {
  const actor = callerOf(c, 'lengthenEmbargo');
  const longer = await readJson(c, LongerEmbargoSchema);
  return c.json(await lengthenEmbargo(actor, c.get('repository'), c.req.param('id'), longer));
});
