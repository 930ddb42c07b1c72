import { and, eq, gt, lt, sql } from 'drizzle-orm';

import type { Queryable } from './database';
import { passwordResets } from './schema';

export async function insertPasswordReset(
  db: Queryable,
  reset: { tokenHash: string; accountId: string; expiresAt: Date },
): Promise<void> {
  await db.insert(passwordResets).values(reset);
}

/** How many links of an account still hold. */
export async function countOpenResets(db: Queryable, accountId: string, now: Date): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(passwordResets)
    .where(and(eq(passwordResets.accountId, accountId), gt(passwordResets.expiresAt, now)));
  return row?.count ?? 0;
}

/** The account a link was made for; null when the link was used, replaced or is too old. */
export async function findPasswordReset(db: Queryable, tokenHash: string, now: Date): Promise<string | null> {
  const [row] = await db
    .select({ accountId: passwordResets.accountId })
    .from(passwordResets)
    .where(and(eq(passwordResets.tokenHash, tokenHash), gt(passwordResets.expiresAt, now)));
  return row?.accountId ?? null;
}

/** Uses a link up: of two requests at once only one gets the account. */
export async function takePasswordReset(db: Queryable, tokenHash: string, now: Date): Promise<string | null> {
  const [row] = await db
    .delete(passwordResets)
    .where(and(eq(passwordResets.tokenHash, tokenHash), gt(passwordResets.expiresAt, now)))
    .returning({ accountId: passwordResets.accountId });
  return row?.accountId ?? null;
}

/** Makes one link void. */
export async function removePasswordReset(db: Queryable, tokenHash: string): Promise<void> {
  await db.delete(passwordResets).where(eq(passwordResets.tokenHash, tokenHash));
}

/** Makes every link of an account void. */
export async function removePasswordResets(db: Queryable, accountId: string): Promise<void> {
  await db.delete(passwordResets).where(eq(passwordResets.accountId, accountId));
}

export async function purgePasswordResets(db: Queryable, before: Date): Promise<void> {
  await db.delete(passwordResets).where(lt(passwordResets.expiresAt, before));
}
