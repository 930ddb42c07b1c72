import {
  type LinkedSearches,
  LinkedSearchesSchema,
  type SavedSearch,
  SavedSearchSchema,
} from '@domain/api/saved-searches';

import { call, callForJson, type ClientContext, segments } from './transport';

/** Saved searches of this user, the newest first. */
export function listSavedSearches(context: ClientContext): Promise<SavedSearch[]> {
  return callForJson(context, SavedSearchSchema.array(), '/search/saved');
}

/** Saves the search of an address. */
export async function saveSearch(context: ClientContext, query: string): Promise<void> {
  await call(context, '/search/saved', { method: 'POST', json: { query } });
}

/** Deletes a saved search of this user. Throws 404 for any other. */
export async function deleteSavedSearch(context: ClientContext, id: string): Promise<void> {
  await call(context, `/search/saved${segments(id)}`, { method: 'DELETE' });
}

/** The searches that the link of a mail ends. Throws 404 if there are none, or none any more. */
export function readLinkedSearches(context: ClientContext, token: string): Promise<LinkedSearches> {
  return callForJson(context, LinkedSearchesSchema, `/search/saved/end${segments(token)}`);
}

/** Ends the searches of the link of a mail. */
export async function endLinkedSearches(context: ClientContext, token: string): Promise<void> {
  await call(context, `/search/saved/end${segments(token)}`, { method: 'POST' });
}
