import { maxNamedDataSets } from '@domain/limits';
import { parseQuery } from '@domain/search/grammar';
import { readSearchQuery } from '@domain/search/search-query';

import type { Database } from '../store/database';
import { listPublished, type StoredSearch } from '../store/saved-searches';
import { Bitmap } from './bitmap';
import type { Catalogue } from './catalogue';
import { openCatalogue } from './open-catalogue';
import { searchNames } from './search-names';
import { listHits, selectHits } from './select-hits';

/** What was published since the owner of a search was told of it last. */
export interface SearchNews {
  search: StoredSearch;
  /** Number of new data sets that the search finds. */
  count: number;
  /** The first of them, the newest first. */
  numbers: number[];
}

/** News up to a revision of the search index. */
export interface FoundNews {
  revision: number;
  /** All searches, also those without news. */
  news: SearchNews[];
}

/**
 * Finds what is new for saved searches: the data sets that came into the index after the revision of each search. All
 * that the index has at `revision` is looked at, and nothing later, so the next time goes on from there.
 */
export async function findNews(db: Database, searches: readonly StoredSearch[]): Promise<FoundNews> {
  const catalogue = await openCatalogue(db);
  const oldest = Math.min(...searches.map(({ knownRevision }) => knownRevision));
  const published = await listPublished(db, { after: oldest, until: catalogue.revision });
  const news: SearchNews[] = [];
  for (const search of searches) {
    const numbers = published.flatMap(({ nr, revision }) => (revision > search.knownRevision ? nr : []));
    news.push(await findAmong(db, catalogue, search, numbers));
  }
  return { revision: catalogue.revision, news };
}

async function findAmong(
  db: Database,
  catalogue: Catalogue,
  search: StoredSearch,
  published: number[],
): Promise<SearchNews> {
  if (published.length === 0) return { search, count: 0, numbers: [] };
  const { text, tests, filters } = readSearchQuery(new URLSearchParams(search.query));
  const { terms } = parseQuery(text, searchNames);
  const hits = await selectHits(db, catalogue, { terms, tests, filters }, Infinity);
  const all = Bitmap.and(catalogue.size, [hits.all, catalogue.ofNumbers(published)]);
  const listed = { sort: 'newest', language: search.language, offset: 0, limit: maxNamedDataSets } as const;
  return { search, count: all.count, numbers: listHits(catalogue, { ...hits, all }, listed) };
}
