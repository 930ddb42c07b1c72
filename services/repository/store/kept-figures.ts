import { desc, eq, sql } from 'drizzle-orm';

import type { Queryable } from './database';
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

/** Forgets all of them. */
export async function forgetFigures(db: Queryable): Promise<void> {
  await db.delete(keptFigures);
}

/** Whether there have been at least so many uploads. */
export async function hasUploads(db: Queryable, number: number): Promise<boolean> {
  const [last] = await db.select({ number: uploads.number }).from(uploads).orderBy(desc(uploads.number)).limit(1);
  return (last?.number ?? 0) >= number;
}

/** How many uploads there are of each type in each status. */
export async function countByStatus(db: Queryable) {
  return db
    .select({ status: uploads.status, kind: uploads.kind, number: sql<number>`count(*)::int` })
    .from(uploads)
    .where(sql`${uploads.deletedAt} is null`)
    .groupBy(uploads.status, uploads.kind);
}
