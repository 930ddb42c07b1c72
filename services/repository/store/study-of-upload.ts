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
