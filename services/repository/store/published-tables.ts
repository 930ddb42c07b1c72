import { asc, inArray } from 'drizzle-orm';

import type { Queryable } from './database';
import { publishedTables } from './schema';

export type PublishedTable = typeof publishedTables.$inferSelect;

/** Published tables of data sets, by data set and position. */
export async function listPublishedTables(db: Queryable, numbers: number[]): Promise<PublishedTable[]> {
  return db
    .select()
    .from(publishedTables)
    .where(inArray(publishedTables.nr, numbers))
    .orderBy(asc(publishedTables.nr), asc(publishedTables.position));
}
