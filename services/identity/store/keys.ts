import { and, eq } from 'drizzle-orm';

import type { Queryable } from './database';
import { keys } from './schema';

export async function findKey(db: Queryable, purpose: string): Promise<string | null> {
  const [row] = await db.select({ sealed: keys.sealed }).from(keys).where(eq(keys.purpose, purpose));
  return row?.sealed ?? null;
}

/** Stores a key unless another process was faster. */
export async function insertKey(db: Queryable, purpose: string, sealed: string): Promise<void> {
  await db.insert(keys).values({ purpose, sealed }).onConflictDoNothing();
}

export async function removeKey(db: Queryable, purpose: string, sealed: string): Promise<void> {
  await db.delete(keys).where(and(eq(keys.purpose, purpose), eq(keys.sealed, sealed)));
}
