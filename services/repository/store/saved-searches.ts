import { and, desc, eq, gt, inArray, lte, ne, sql } from 'drizzle-orm';

import type { Queryable, Transaction } from './database';
import { dataSets, people, savedSearches, searchMailings, searchState } from './schema';

export type StoredSearch = typeof savedSearches.$inferSelect;

/** Saved searches of a user, the newest first. */
export function listSearchesOf(db: Queryable, owner: string): Promise<StoredSearch[]> {
  return db
    .select()
    .from(savedSearches)
    .where(eq(savedSearches.owner, owner))
    .orderBy(desc(savedSearches.createdAt), savedSearches.id);
}

export async function findSavedSearch(db: Queryable, id: string): Promise<StoredSearch | null> {
  const [search] = await db.select().from(savedSearches).where(eq(savedSearches.id, id));
  return search ?? null;
}

/** The saved search of a user with this query; null if there is none. */
export async function findSavedQuery(db: Queryable, owner: string, query: string): Promise<StoredSearch | null> {
  const own = and(eq(savedSearches.owner, owner), eq(savedSearches.query, query));
  const [search] = await db.select().from(savedSearches).where(own);
  return search ?? null;
}

export async function countSearchesOf(db: Queryable, owner: string): Promise<number> {
  return db.$count(savedSearches, eq(savedSearches.owner, owner));
}

/**
 * Stores a search of a user, whose saved searches must be locked. What is published until this moment is known to the
 * user. `allToken` is the secret of the link that ends all searches, for users who have none yet.
 */
export async function insertSavedSearch(
  tx: Transaction,
  search: Omit<StoredSearch, 'knownRevision'>,
  allToken: string,
): Promise<StoredSearch> {
  const { owner } = search;
  await tx.insert(searchMailings).values({ owner, endToken: allToken }).onConflictDoNothing();
  const knownRevision = sql`(select ${searchState.revision} from ${searchState})`;
  const [stored] = await tx
    .insert(savedSearches)
    .values({ ...search, knownRevision })
    .returning();
  return stored!;
}

export async function deleteSearch(db: Queryable, id: string): Promise<void> {
  await db.delete(savedSearches).where(eq(savedSearches.id, id));
}

/** Saved searches that the link with a token ends; null for an unknown token. */
export async function findSearchesByToken(
  db: Queryable,
  token: string,
): Promise<{ isAll: boolean; searches: StoredSearch[] } | null> {
  const [search] = await db.select().from(savedSearches).where(eq(savedSearches.endToken, token));
  if (search) return { isAll: false, searches: [search] };
  const [mailing] = await db.select().from(searchMailings).where(eq(searchMailings.endToken, token));
  const searches = mailing ? await listSearchesOf(db, mailing.owner) : [];
  return searches.length > 0 ? { isAll: true, searches } : null;
}

/** Deletes the saved searches that the link with a token ends, which must be locked. Returns their number. */
export async function deleteSearchesByToken(tx: Transaction, token: string): Promise<number> {
  const owners = tx
    .select({ owner: searchMailings.owner })
    .from(searchMailings)
    .where(eq(searchMailings.endToken, token));
  const isLinked = sql`${savedSearches.endToken} = ${token} or ${inArray(savedSearches.owner, owners)}`;
  return (await tx.delete(savedSearches).where(isLinked).returning({ id: savedSearches.id })).length;
}

/** What is needed for a mail about saved searches. */
export interface SearchMailing {
  name: string;
  email: string;
  /** Secret of the link that ends all searches. */
  endToken: string;
  mailedAt: Date | null;
}

/** The mailing of a user; null for users without an e-mail address and for those who never saved a search. */
export async function findSearchMailing(db: Queryable, owner: string): Promise<SearchMailing | null> {
  const { endToken, mailedAt } = searchMailings;
  const [mailing] = await db
    .select({ name: people.name, email: people.email, endToken, mailedAt })
    .from(searchMailings)
    .innerJoin(people, eq(people.subject, searchMailings.owner))
    .where(and(eq(searchMailings.owner, owner), ne(people.email, '')));
  return mailing ?? null;
}

/** Records that a mail was enqueued. The saved searches of the user must be locked. */
export async function recordSearchMail(tx: Transaction, owner: string, mailedAt: Date): Promise<void> {
  await tx.update(searchMailings).set({ mailedAt }).where(eq(searchMailings.owner, owner));
}

/**
 * Users with an e-mail address for whom something was published that they may not know of, and who have no job that
 * waits or runs.
 */
export async function listOwnersWithNews(db: Queryable): Promise<string[]> {
  const newest = sql`(select max(${dataSets.revision}) from ${dataSets})`;
  const isQueued = sql`exists (
    select 1 from pgboss.job where name = 'mail-searches' and state in ('created', 'retry', 'active')
      and data ->> 'owner' = ${savedSearches.owner})`;
  const rows = await db
    .selectDistinct({ owner: savedSearches.owner })
    .from(savedSearches)
    .innerJoin(people, eq(people.subject, savedSearches.owner))
    .where(and(ne(people.email, ''), sql`${savedSearches.knownRevision} < ${newest}`, sql`not ${isQueued}`));
  return rows.map(({ owner }) => owner);
}

/** Data sets that came into the search index between two revisions, with their revisions. */
export async function listPublished(
  db: Queryable,
  { after, until }: { after: number; until: number },
): Promise<{ nr: number; revision: number }[]> {
  const rows = await db
    .select({ nr: dataSets.nr, revision: dataSets.revision })
    .from(dataSets)
    .where(and(gt(dataSets.revision, after), lte(dataSets.revision, until)));
  return rows.map((row) => ({ ...row, revision: row.revision ?? 0 }));
}

/**
 * Moves saved searches to the revision up to which their owner is told. Returns those that were still at the revision
 * for which the news was found, and were not ended in the meantime.
 */
export async function moveKnownRevision(
  tx: Transaction,
  searches: readonly Pick<StoredSearch, 'id' | 'knownRevision'>[],
  revision: number,
): Promise<Set<string>> {
  const moved = new Set<string>();
  for (const { id, knownRevision } of searches) {
    const isUnchanged = and(eq(savedSearches.id, id), eq(savedSearches.knownRevision, knownRevision));
    const rows = await tx.update(savedSearches).set({ knownRevision: revision }).where(isUnchanged).returning();
    if (rows.length > 0) moved.add(id);
  }
  return moved;
}
