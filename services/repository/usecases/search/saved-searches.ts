import { randomBytes, randomUUID } from 'node:crypto';

import type { LinkedSearches, SavedSearch } from '@domain/api/saved-searches';
import { Refusal } from '@domain/error-codes';
import type { Language } from '@domain/language';
import { maxSavedSearchCharacters, maxSavedSearches } from '@domain/limits';
import { readSearchQuery, writeSearchQuery } from '@domain/search/search-query';

import { requireOwner } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import { nameSearch } from '../../search/name-search';
import { lockSavedSearches } from '../../store/locks';
import {
  countSearchesOf,
  deleteSearch,
  deleteSearchesByToken,
  findSavedQuery,
  findSavedSearch,
  findSearchesByToken,
  insertSavedSearch,
  listSearchesOf,
  type StoredSearch,
} from '../../store/saved-searches';

/** Random bytes of a link that ends a search: as many as a UUID has, too many to be guessed. */
const tokenBytes = 16;

const newToken = () => randomBytes(tokenBytes).toString('base64url');

function describe({ id, query, createdAt }: StoredSearch, language: Language): SavedSearch {
  return { ...nameSearch(query, language), id, createdAt: createdAt.toISOString() };
}

/** The actor's saved searches, the newest first. */
export async function listSavedSearches(
  actor: Actor,
  { db }: RepositoryContext,
  language: Language,
): Promise<SavedSearch[]> {
  const searches = await listSearchesOf(db, actor.subject);
  return searches.map((search) => describe(search, language));
}

/**
 * Saves a search of the actor, about whose new data sets they get mails in this language. A search that is saved already
 * is returned as it is. Refuses with 'saved-search-too-long' and 'too-many-saved-searches'.
 */
export async function saveSearch(
  actor: Actor,
  { db, now }: RepositoryContext,
  { query: given, language }: { query: string; language: Language },
): Promise<{ search: SavedSearch; isNew: boolean }> {
  const query = writeSearchQuery(readSearchQuery(new URLSearchParams(given)));
  if (query.length > maxSavedSearchCharacters) {
    throw new Refusal('saved-search-too-long', { max: maxSavedSearchCharacters });
  }
  const owner = actor.subject;
  return db.transaction(async (tx) => {
    await lockSavedSearches(tx, owner);
    const known = await findSavedQuery(tx, owner, query);
    if (known) return { search: describe(known, language), isNew: false };
    if ((await countSearchesOf(tx, owner)) >= maxSavedSearches) {
      throw new Refusal('too-many-saved-searches', { max: maxSavedSearches });
    }
    const search = { id: randomUUID(), owner, query, language, createdAt: now(), endToken: newToken() };
    return { search: describe(await insertSavedSearch(tx, search, newToken()), language), isNew: true };
  });
}

/** Deletes a saved search of the actor. Refuses with 'not-found' for those of others. */
export async function deleteSavedSearch(actor: Actor, { db }: RepositoryContext, id: string): Promise<void> {
  const search = await findSavedSearch(db, id);
  if (!search) throw new Refusal('not-found');
  requireOwner('deleteSavedSearch', actor, search);
  await deleteSearch(db, id);
}

/** The searches that the link of a mail ends. Refuses with 'not-found' if there are none, or none any more. */
export async function findLinkedSearches(
  { db }: RepositoryContext,
  token: string,
  language: Language,
): Promise<LinkedSearches> {
  const linked = await findSearchesByToken(db, token);
  if (!linked) throw new Refusal('not-found');
  return { isAll: linked.isAll, searches: linked.searches.map(({ query }) => nameSearch(query, language)) };
}

/** Deletes the searches that the link of a mail ends. Refuses with 'not-found' if there are none, or none any more. */
export async function endLinkedSearches({ db }: RepositoryContext, token: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [search] = (await findSearchesByToken(tx, token))?.searches ?? [];
    if (!search) throw new Refusal('not-found');
    // The job that makes the mail locks the same rows in another order.
    await lockSavedSearches(tx, search.owner);
    if ((await deleteSearchesByToken(tx, token)) === 0) throw new Refusal('not-found');
  });
}
