import { Hono } from 'hono';
import { z } from 'zod';

import { NewPrivateLinkSchema } from '@domain/life/private-links';

import type { LinkUse } from '../life/linked-upload';
import { openLinkedFile, openPrivateLink, readLinkedRows } from '../usecases/life/linked-data-set';
import { listPrivateLinks, makePrivateLink, revokePrivateLink } from '../usecases/life/private-links';
import { type ApiContext, type ApiEnvironment, callerOf, checkInput, readJson } from './environment';
import { sendWhileMade } from './send-while-made';
import { RowWindowQuerySchema } from './uploads';

/** Private links to uploads, for their contributors and for whoever has one. */
export const privateLinkRoutes = new Hono<ApiEnvironment>();

privateLinkRoutes.get('/api/fileupload/:id/private-links', async (c) =>
  c.json(await listPrivateLinks(callerOf(c, 'listPrivateLinks'), c.get('repository'), c.req.param('id'))),
);

privateLinkRoutes.post('/api/fileupload/:id/private-links', async (c) => {
  const actor = callerOf(c, 'makePrivateLink');
  const wanted = await readJson(c, NewPrivateLinkSchema);
  c.header('Cache-Control', 'private, no-store');
  return c.json(await makePrivateLink(actor, c.get('repository'), c.req.param('id'), wanted), 201);
});

const LinkNumberSchema = z.coerce.number().int().positive().max(2_147_483_647);

privateLinkRoutes.delete('/api/fileupload/:id/private-links/:number', async (c) => {
  const actor = callerOf(c, 'revokePrivateLink');
  const number = checkInput(c.req.param('number'), LinkNumberSchema);
  await revokePrivateLink(actor, c.get('repository'), c.req.param('id'), number);
  return c.body(null, 204);
});

/** Nobody keeps what a link gives, so that it is gone when the link is. */
privateLinkRoutes.use('/api/private-links/*', async (c, next) => {
  await next();
  c.header('Cache-Control', 'private, no-store');
  c.header('Referrer-Policy', 'no-referrer');
  c.header('X-Robots-Tag', 'noindex, nofollow');
});

/** HEAD is no use of a link, because it delivers nothing. What a browser fetches in case it is wanted is one. */
function useOf(c: ApiContext, use: LinkUse): LinkUse {
  return c.req.raw.method === 'HEAD' ? 'ahead' : use;
}

privateLinkRoutes.get('/api/private-links/:link', async (c) => {
  callerOf(c, 'openPrivateLink');
  const input = { secret: c.req.param('link'), use: useOf(c, 'visit') };
  return c.json(await openPrivateLink(c.get('repository'), input, c.get('language')));
});

privateLinkRoutes.get('/api/private-links/:link/rows', async (c) => {
  callerOf(c, 'readLinkedRows');
  const { table = null, offset, limit } = checkInput(c.req.query(), RowWindowQuerySchema);
  const input = { secret: c.req.param('link'), use: useOf(c, 'part'), table, offset, limit };
  return c.json(await readLinkedRows(c.get('repository'), input, c.get('language')));
});

privateLinkRoutes.get('/api/private-links/:link/files/:fileName', async (c) => {
  callerOf(c, 'openLinkedFile');
  const input = { secret: c.req.param('link'), fileName: c.req.param('fileName'), use: useOf(c, 'part') };
  const { open, ...file } = await openLinkedFile(c.get('repository'), input, c.get('language'));
  return sendWhileMade(c, c.req.raw.method === 'HEAD' ? null : await open(), file);
});
