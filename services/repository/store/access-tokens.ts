import { and, desc, eq, gte, isNull, lt, or } from 'drizzle-orm';

import type { Queryable, Transaction } from './database';
import { type Person } from './people';
import { accessTokens, people } from './schema';

export type AccessTokenRow = typeof accessTokens.$inferSelect;

/** Tokens of somebody, newest first. */
export function listTokens(db: Queryable, owner: string): Promise<AccessTokenRow[]> {
  return db.select().from(accessTokens).where(eq(accessTokens.owner, owner)).orderBy(desc(accessTokens.id));
}

/** Locks somebody until the end of the transaction, so that no two of their tokens are made at once. */
export async function lockTokensOf(tx: Transaction, subject: string): Promise<void> {
  await tx.select({ subject: people.subject }).from(people).where(eq(people.subject, subject)).for('no key update');
}

/** Stores a token. */
export async function addToken(tx: Transaction, token: typeof accessTokens.$inferInsert): Promise<AccessTokenRow> {
  const [row] = await tx.insert(accessTokens).values(token).returning();
  return row!;
}

/** Revokes a token of its owner at once. Returns false if there is no such token; one that is revoked stays so. */
export async function revokeToken(
  db: Queryable,
  { owner, id, at }: { owner: string; id: number; at: Date },
): Promise<boolean> {
  const own = and(eq(accessTokens.owner, owner), eq(accessTokens.id, id));
  const revoked = await db
    .update(accessTokens)
    .set({ revokedAt: at })
    .where(and(own, isNull(accessTokens.revokedAt)))
    .returning();
  return revoked.length > 0 || (await db.$count(accessTokens, own)) > 0;
}

/** The token with a hash, with its owner, unless it is revoked or has ended on a day, yyyy-MM-dd; null if there is none. */
export async function findValidToken(
  db: Queryable,
  hash: string,
  today: string,
): Promise<{ token: AccessTokenRow; owner: Person } | null> {
  const [row] = await db
    .select({ token: accessTokens, owner: people })
    .from(accessTokens)
    .innerJoin(people, eq(people.subject, accessTokens.owner))
    .where(and(eq(accessTokens.hash, hash), isNull(accessTokens.revokedAt), gte(accessTokens.until, today)));
  return row ?? null;
}

/** Times of use are kept to the minute, so that not every call writes. */
const useMs = 60_000;

/** Records that a token is used. */
export async function recordUse(db: Queryable, id: number, now: Date): Promise<void> {
  const isOlder = or(isNull(accessTokens.lastUsedAt), lt(accessTokens.lastUsedAt, new Date(now.getTime() - useMs)));
  await db
    .update(accessTokens)
    .set({ lastUsedAt: now })
    .where(and(eq(accessTokens.id, id), isOlder));
}
