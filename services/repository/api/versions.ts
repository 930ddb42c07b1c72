import { type Context, Hono } from 'hono';
import { accepts } from 'hono/accepts';

import { Refusal } from '@domain/error-codes';

import {
  endLinkedVersions,
  findLinkedVersions,
  followVersions,
  unfollowVersions,
} from '../usecases/life/follow-versions';
import { findOwnDataSet, listVersions } from '../usecases/life/list-versions';
import { beginVersion } from '../usecases/life/new-version';
import { type ApiEnvironment, callerOf, checkInput } from './environment';
import { LinkSchema } from './saved-searches';
import { DataSetNumberSchema } from './search';

/** New versions of published data sets, and mails about them (not in the specification). */
export const versionRoutes = new Hono<ApiEnvironment>();

const numberOf = (c: Context) => checkInput(c.req.param('nr'), DataSetNumberSchema);

versionRoutes.post('/api/fileupload/:id/versions', async (c) => {
  const begun = await beginVersion(callerOf(c, 'beginVersion'), c.get('repository'), c.req.param('id'));
  const created = { Location: `/api/fileupload/${begun.id}` };
  return c.json(begun, begun.isNew ? 201 : 200, created);
});

versionRoutes.get('/api/search/own/:nr', async (c) => {
  const actor = callerOf(c, 'findOwnDataSet');
  return c.json(await findOwnDataSet(actor, c.get('repository'), numberOf(c)));
});

versionRoutes.get('/api/search/versions/:nr', async (c) => {
  callerOf(c, 'listVersions');
  return c.json(await listVersions(c.get('repository'), numberOf(c), c.get('language')));
});

versionRoutes.put('/api/search/versions/:nr/mails', async (c) => {
  await followVersions(callerOf(c, 'followVersions'), c.get('repository'), numberOf(c));
  return c.body(null, 204);
});

versionRoutes.delete('/api/search/versions/:nr/mails', async (c) => {
  await unfollowVersions(callerOf(c, 'unfollowVersions'), c.get('repository'), numberOf(c));
  return c.body(null, 204);
});

/** Secret of the address. Others get 'not-found', like unknown ones. */
function tokenOf(c: Context): string {
  const token = LinkSchema.safeParse(c.req.param('link'));
  if (!token.success) throw new Refusal('not-found');
  return token.data;
}

/** Mail programs without a button for the ending show this link, so browsers get the page that asks. */
versionRoutes.get('/api/search/versions/end/:link', async (c) => {
  callerOf(c, 'findLinkedVersions');
  const token = tokenOf(c);
  const supports = ['application/json', 'text/html'];
  const type = accepts(c, { header: 'Accept', supports, default: 'application/json' });
  c.header('Cache-Control', 'private, no-store');
  if (type === 'text/html') return c.redirect(`${c.get('repository').settings.origin}/my-downloads/end/${token}`, 303);
  return c.json(await findLinkedVersions(c.get('repository'), token));
});

/** Mail servers send this without cookies and without a page (RFC 8058): the secret of the link is all that counts. */
versionRoutes.post('/api/search/versions/end/:link', async (c) => {
  callerOf(c, 'endLinkedVersions');
  await endLinkedVersions(c.get('repository'), tokenOf(c));
  return c.body(null, 204);
});
