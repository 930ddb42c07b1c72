import { Hono } from 'hono';
import { accepts } from 'hono/accepts';
import { z } from 'zod';

import { SaveSearchSchema } from '@domain/api/saved-searches';
import { Refusal } from '@domain/error-codes';

import {
  deleteSavedSearch,
  endLinkedSearches,
  findLinkedSearches,
  listSavedSearches,
  saveSearch,
} from '../usecases/search/saved-searches';
import { callerOf, readJson, type ApiContext, type ApiEnvironment } from './environment';

/** Secret part of a link, as `saveSearch` makes them. */
export const LinkSchema = z.string().regex(/^[\w-]{1,100}$/);

/** Secret of the address. Others get 'not-found', like unknown ones. */
function tokenOf(c: ApiContext): string {
  const token = LinkSchema.safeParse(c.req.param('link'));
  if (!token.success) throw new Refusal('not-found');
  return token.data;
}

/** Searches about which users get mails. */
export const savedSearchRoutes = new Hono<ApiEnvironment>();

savedSearchRoutes.get('/api/search/saved', async (c) => {
  const actor = callerOf(c, 'listSavedSearches');
  return c.json(await listSavedSearches(actor, c.get('repository'), c.get('language')));
});

savedSearchRoutes.post('/api/search/saved', async (c) => {
  const actor = callerOf(c, 'saveSearch');
  const { query } = await readJson(c, SaveSearchSchema);
  const { search, isNew } = await saveSearch(actor, c.get('repository'), { query, language: c.get('language') });
  return c.json(search, isNew ? 201 : 200);
});

savedSearchRoutes.delete('/api/search/saved/:search', async (c) => {
  const actor = callerOf(c, 'deleteSavedSearch');
  const id = z.uuid().safeParse(c.req.param('search'));
  if (!id.success) throw new Refusal('not-found');
  await deleteSavedSearch(actor, c.get('repository'), id.data);
  return c.body(null, 204);
});

/** Mail programs without a button for the ending show this link, so browsers get the page that asks. */
savedSearchRoutes.get('/api/search/saved/end/:link', async (c) => {
  callerOf(c, 'findLinkedSearches');
  const token = tokenOf(c);
  const type = accepts(c, {
    header: 'Accept',
    supports: ['application/json', 'text/html'],
    default: 'application/json',
  });
  c.header('Cache-Control', 'private, no-store');
  if (type === 'text/html') {
    return c.redirect(`${c.get('repository').settings.origin}/saved-searches/end/${token}`, 303);
  }
  return c.json(await findLinkedSearches(c.get('repository'), token, c.get('language')));
});

/**
 * Mail servers send this without cookies and without a page (RFC 8058), so it knows nobody and needs no same-origin rule:
 * the secret of the link is all that counts. The body says nothing else.
 */
savedSearchRoutes.post('/api/search/saved/end/:link', async (c) => {
  callerOf(c, 'endLinkedSearches');
  await endLinkedSearches(c.get('repository'), tokenOf(c));
  return c.body(null, 204);
});
