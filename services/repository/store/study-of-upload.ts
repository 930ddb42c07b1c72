import { eq, inArray } from 'drizzle-orm';

import type { Queryable } from './database';
import { studies, uploads } from './schema';
import type { Study } from './studies';

/** The study that an upload belongs to. */
export async function findStudyOf(db: Queryable, number: number): Promise<Study | null> {
  const own = db.select({ study: uploads.study }).from(uploads).where(eq(uploads.number, number));
  const [row] = await db.select().from(studies).where(inArray(studies.id, own));
  return row ?? null;
}

/** A new study without metadata. */
export async function createStudy(tx: Transaction, owner: string): Promise<number> {
  const [row] = await tx.insert(studies).values({ owner }).returning({ id: studies.id });
  if (!row) throw new Error('The study was not created.');
  return row.id;
}

/** Lets uploads share the metadata of a study. */
export async function moveUploads(tx: Transaction, numbers: number[], study: number): Promise<void> {
  await tx.update(uploads).set({ study }).where(inArray(uploads.number, numbers));
}

/** Frees the title of a study when none of its uploads counts any more: all deleted or Rejected. */
export async function releaseTitle(tx: Transaction, study: number): Promise<void> {
  const counting = await tx
    .select({ number: uploads.number })
    .from(uploads)
    .where(and(eq(uploads.study, study), isNull(uploads.deletedAt), ne(uploads.status, 'Rejected')))
    .limit(1);
  if (counting.length === 0)
    await tx.update(studies).set({ titleCounts: false }).where(eq(studies.id, study));
}
