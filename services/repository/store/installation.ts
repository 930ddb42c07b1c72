import type { Database } from './database';
import { installation } from './schema';

/** Id of this database; given once, the same for every server that works on it and for its copies. */
export async function installationId(db: Database): Promise<string> {
  await db.insert(installation).values({}).onConflictDoNothing();
  const [row] = await db.select({ id: installation.id }).from(installation);
  if (!row) throw new Error('The installation has no id.');
  return row.id;
}
