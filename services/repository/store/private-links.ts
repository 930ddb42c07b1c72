import { and, desc, eq, gte, inArray, isNull, sql } from 'drizzle-orm';

import type { Queryable, Transaction } from './database';
import { privateLinks } from './schema';

export type PrivateLinkRow = typeof privateLinks.$inferSelect;

/** Links of an upload, newest first. */
export function listLinks(db: Queryable, upload: number): Promise<PrivateLinkRow[]> {
  return db.select().from(privateLinks).where(eq(privateLinks.upload, upload)).orderBy(desc(privateLinks.id));
}

/** Stores a link of a locked upload. */
export async function addLink(
  tx: Transaction,
  link: Pick<PrivateLinkRow, 'upload' | 'label' | 'hash' | 'madeAt' | 'until'>,
): Promise<PrivateLinkRow> {
  const [row] = await tx.insert(privateLinks).values(link).returning();
  return row!;
}

/** Revokes a link of a locked upload. Returns it; null if there is none that is not revoked. */
export async function revokeLink(
  tx: Transaction,
  { upload, id, at }: { upload: number; id: number; at: Date },
): Promise<PrivateLinkRow | null> {
  const [row] = await tx
    .update(privateLinks)
    .set({ revokedAt: at })
    .where(and(eq(privateLinks.upload, upload), eq(privateLinks.id, id), isNull(privateLinks.revokedAt)))
    .returning();
  return row ?? null;
}

/** Removes all links of a locked upload, because their labels may name people. */
export async function deleteLinks(tx: Transaction, upload: number): Promise<void> {
  await tx.delete(privateLinks).where(eq(privateLinks.upload, upload));
}

/** Revokes all links of some locked uploads. */
export async function revokeAllLinks(tx: Transaction, numbers: number[], at: Date): Promise<void> {
  const isOpen = and(inArray(privateLinks.upload, numbers), isNull(privateLinks.revokedAt));
  await tx.update(privateLinks).set({ revokedAt: at }).where(isOpen);
}

/** The link of a secret that is not revoked and has not ended on a day, yyyy-MM-dd; null if there is none. */
export async function findValidLink(db: Queryable, hash: string, today: string): Promise<PrivateLinkRow | null> {
  const [row] = await db.select().from(privateLinks).where(validLink(hash, today));
  return row ?? null;
}

/**
 * Counts a use of a link, in one statement, so that none is counted after the link was revoked. Returns the link; null if
 * it is not valid. A use without a visit only sets its time; a link that was used has been visited at least once.
 */
export async function countLinkUse(
  db: Queryable,
  hash: string,
  { at, today, isVisit }: { at: Date; today: string; isVisit: boolean },
): Promise<PrivateLinkRow | null> {
  const uses = isVisit ? sql`${privateLinks.uses} + 1` : sql`greatest(${privateLinks.uses}, 1)`;
  const [row] = await db.update(privateLinks).set({ uses, lastUsedAt: at }).where(validLink(hash, today)).returning();
  return row ?? null;
}

function validLink(hash: string, today: string) {
  return and(eq(privateLinks.hash, hash), isNull(privateLinks.revokedAt), gte(privateLinks.until, today));
}
