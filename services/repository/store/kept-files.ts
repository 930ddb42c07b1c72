import { and, arrayContains, eq, inArray, lt, or, sql } from 'drizzle-orm';

import type { Queryable, Transaction } from './database';
import { holdDataSets } from './locks';
import { keptFiles } from './schema';

/** A complete file in the file store that was made from published data. */
export interface KeptFile {
  objectKey: string;
  bytes: number;
  /** Hex. */
  sha256: string;
}

const columns = { objectKey: keptFiles.objectKey, bytes: keptFiles.bytes, sha256: keptFiles.sha256 };

/** The kept file with a content key, which the store may have lost, and its last recorded use; null if there is none. */
export async function findKeptFile(db: Queryable, contentKey: string): Promise<(KeptFile & { usedAt: Date }) | null> {
  const [found] = await db
    .select({ ...columns, usedAt: keptFiles.usedAt })
    .from(keptFiles)
    .where(eq(keptFiles.contentKey, contentKey));
  return found ?? null;
}

/** The kept files with these content keys, by key. The store may have lost some. */
export async function listKeptFiles(db: Queryable, contentKeys: string[]): Promise<Map<string, KeptFile>> {
  const found = await db
    .select({ ...columns, contentKey: keptFiles.contentKey })
    .from(keptFiles)
    .where(inArray(keptFiles.contentKey, contentKeys));
  return new Map(found.map(({ contentKey, ...file }) => [contentKey, file]));
}

/**
 * Records a file. Returns the kept one, which is another if another server was quicker, and null if one of its data sets
 * was withdrawn while it was made.
 */
export async function insertKeptFile(
  tx: Transaction,
  file: KeptFile & { contentKey: string; numbers: number[]; usedAt: Date },
): Promise<KeptFile | null> {
  const held = await holdDataSets(tx, file.numbers);
  if (held.some(({ withdrawnAt }) => withdrawnAt !== null)) return null;
  const [kept] = await tx
    .insert(keptFiles)
    .values(file)
    .onConflictDoUpdate({ target: keptFiles.contentKey, set: { usedAt: file.usedAt } })
    .returning(columns);
  return kept!;
}

/** Records that a file is used. */
export async function touchKeptFile(db: Queryable, contentKey: string, usedAt: Date): Promise<void> {
  await db.update(keptFiles).set({ usedAt }).where(eq(keptFiles.contentKey, contentKey));
}

/** Deletes the rows of files that were made from a data set, whose upload is locked. Returns the keys of the objects. */
export async function deleteKeptFilesOf(tx: Transaction, nr: number): Promise<string[]> {
  const isOf = or(arrayContains(keptFiles.numbers, [nr]), eq(keptFiles.numbers, []));
  const deleted = await tx.delete(keptFiles).where(isOf).returning({ objectKey: keptFiles.objectKey });
  return deleted.map(({ objectKey }) => objectKey);
}

export async function deleteKeptFile(db: Queryable, objectKey: string): Promise<void> {
  await db.delete(keptFiles).where(eq(keptFiles.objectKey, objectKey));
}

/**
 * Deletes the rows of files that were not used since `unusedSince`, and of the least recently used ones until the
 * others have at most `maxBytes`. Files that were used since `inUseSince` stay. Returns the keys of the objects.
 */
export async function deleteSurplusFiles(
  db: Queryable,
  { maxBytes, unusedSince, inUseSince }: { maxBytes: number; unusedSince: Date; inUseSince: Date },
): Promise<string[]> {
  const order = sql`order by ${keptFiles.usedAt} desc, ${keptFiles.contentKey}`;
  const ranked = db
    .select({
      contentKey: keptFiles.contentKey,
      usedAt: keptFiles.usedAt,
      total: sql<number>`sum(${keptFiles.bytes}) over (${order})`.as('total'),
    })
    .from(keptFiles)
    .as('ranked');
  const surplus = db
    .select({ contentKey: ranked.contentKey })
    .from(ranked)
    .where(sql`${ranked.usedAt} < ${unusedSince} or ${ranked.total} > ${maxBytes}`);
  const deleted = await db
    .delete(keptFiles)
    .where(and(inArray(keptFiles.contentKey, surplus), lt(keptFiles.usedAt, inUseSince)))
    .returning({ objectKey: keptFiles.objectKey });
  return deleted.map(({ objectKey }) => objectKey);
}
