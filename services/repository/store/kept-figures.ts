import { eq, inArray, sql } from 'drizzle-orm';

import type { Queryable, Transaction } from './database';
import { keptFigures, uploads } from './schema';

/** Figures as they were counted last. */
export type KeptFigures = Omit<typeof keptFigures.$inferSelect, 'name'>;

/** Figures that are kept; null if these are not. */
export async function findKeptFigures(db: Queryable, name: string): Promise<KeptFigures | null> {
  const [row] = await db.select().from(keptFigures).where(eq(keptFigures.name, name));
  return row ?? null;
}

/** Keeps figures in place of those that were counted before. */
export async function keepFigures(db: Queryable, name: string, kept: KeptFigures): Promise<void> {
  await db
    .insert(keptFigures)
    .values({ name, ...kept })
    .onConflictDoUpdate({ target: keptFigures.name, set: kept });
}

/** Forgets figures. */
export async function forgetFigures(db: Queryable, names: string[]): Promise<void> {
  await db.delete(keptFigures).where(inArray(keptFigures.name, names));
}

/** Lets nobody else count these figures until the end of the transaction; false if somebody does so. */
export async function claimCounting(tx: Transaction, name: string): Promise<boolean> {
  const { rows } = await tx.execute<{ claimed: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtext(${`motothek figures ${name}`})) as claimed`,
  );
  return rows[0]!.claimed;
}

/** Whether there are at least so many uploads that are not deleted. */
export async function hasUploads(db: Queryable, number: number): Promise<boolean> {
  const some = db
    .select({ number: uploads.number })
    .from(uploads)
    .where(sql`${uploads.deletedAt} is null`)
    .limit(number)
    .as('some');
  return (await db.$count(some)) >= number;
}

/** How many uploads there are of each type in each status. */
export async function countByStatus(db: Queryable) {
  return db
    .select({ status: uploads.status, kind: uploads.kind, number: sql<number>`count(*)::int` })
    .from(uploads)
    .where(sql`${uploads.deletedAt} is null`)
    .groupBy(uploads.status, uploads.kind);
}
