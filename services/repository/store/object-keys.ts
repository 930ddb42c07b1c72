import { and, desc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';

import type { Database, Queryable, Transaction } from './database';
import { files, problemGroups, publishedTables, sourceTables, uploads } from './schema';

/** Keys looked up by one statement, which names them four times. */
const askedAtOnce = 5000;

/** Id of the file whose table an object is. */
const tableOfFile = /^tables\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-/;

/**
 * Those of `keys` that must stay: a row refers to them, or may soon, as the tables of a file that is being
 * read do before their rows are there. Originals of deleted uploads need not, nor those that another file
 * has replaced, or that should have replaced one and could not be read.
 */
export async function listNeededKeys(db: Database, keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const fileOf = (key: string) => tableOfFile.exec(key)?.[1];
  const readFrom = keys.flatMap((key) => fileOf(key) ?? []);
  const [needed, reading] = await Promise.all([
    listReferredKeys(db, keys),
    db
      .select({ id: files.id })
      .from(files)
      .where(
        and(
          inArray(files.id, readFrom),
          ne(files.standing, 'past'),
          or(eq(files.state, 'received'), eq(files.state, 'reading')),
        ),
      ),
  ]);
  const ids = new Set(reading.map(({ id }) => id));
  for (const key of keys) if (ids.has(fileOf(key) ?? '')) needed.add(key);
  return needed;
}

/**
 * Those of `keys` whose rows this transaction has removed and that no other row refers to: a revision has
 * the objects of the upload it revises. Of two transactions that remove the last two rows at once, each
 * sees the other's, and the objects are left to the sweep.
 */
export async function listUnreferred(tx: Transaction, keys: string[]): Promise<string[]> {
  const unreferred: string[] = [];
  for (let from = 0; from < keys.length; from += askedAtOnce) {
    const some = keys.slice(from, from + askedAtOnce);
    const referred = await listReferredKeys(tx, some);
    unreferred.push(...some.filter((key) => !referred.has(key)));
  }
  return unreferred;
}

/** An object that has to be there: the newest original of an upload that is not deleted; null without any. */
export async function newestObjectKey(db: Database): Promise<string | null> {
  const [newest] = await db
    .select({ key: files.objectKey })
    .from(files)
    .innerJoin(uploads, eq(uploads.number, files.upload))
    .where(and(isNull(uploads.deletedAt), eq(files.standing, 'current')))
    .orderBy(desc(files.receivedAt))
    .limit(1);
  return newest?.key ?? null;
}

async function listReferredKeys(db: Queryable, keys: string[]): Promise<Set<string>> {
  const referred = await union(
    db
      .select({ key: files.objectKey })
      .from(files)
      .innerJoin(uploads, eq(uploads.number, files.upload))
      .where(
        and(
          inArray(files.objectKey, keys),
          isNull(uploads.deletedAt),
          ne(files.standing, 'past'),
          or(eq(files.standing, 'current'), ne(files.state, 'failed')),
        ),
      ),
    db.select({ key: sourceTables.objectKey }).from(sourceTables).where(inArray(sourceTables.objectKey, keys)),
    db
      .select({ key: sql<string>`${problemGroups.objectKey}` })
      .from(problemGroups)
      .where(inArray(problemGroups.objectKey, keys)),
    db.select({ key: publishedTables.objectKey }).from(publishedTables).where(inArray(publishedTables.objectKey, keys)),
  );
  return new Set(referred.map(({ key }) => key));
}
