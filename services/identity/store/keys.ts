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

/** Puts a key that was sealed anew in the place of the one that was read, unless another process was faster. */
export async function replaceKey(
  db: Queryable,
  purpose: string,
  { stored, sealed }: { stored: string; sealed: string },
): Promise<void> {
  await db
    .update(keys)
    .set({ sealed })
    .where(and(eq(keys.purpose, purpose), eq(keys.sealed, stored)));
}

/** Forgets all keys: the next start makes new ones. */
export async function removeKeys(db: Queryable): Promise<void> {
  await db.delete(keys);
}
