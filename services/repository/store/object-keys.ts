import { and, desc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import { alias, union } from 'drizzle-orm/pg-core';

import type { Database, Queryable, Transaction } from './database';
import {
  documents,
  files,
  keptFiles,
  problemGroups,
  publishedTables,
  sourceTables,
  uploads,
  withdrawals,
} from './schema';

const same = alias(files, 'same_files');
/**
 * Condition on `uploads` and `files`: the data was not removed after a withdrawal, neither that of the upload nor, if
 * it is not public, that of another one with the same object.
 */
const hasOriginals = sql`not exists (
  select from ${withdrawals} inner join ${files} as "same_files" on ${same.upload} = ${withdrawals.upload}
  where ${withdrawals.removedAt} is not null and (${withdrawals.upload} = ${uploads.number} or ${uploads.nr} is null
    and ${same.sha256} = ${files.sha256} and ${same.objectKey} = ${files.objectKey}))`;

/** Batch size of keys per statement, which contains them six times. */
const queryBatchSize = 5000;

/** Id of the file that a table object belongs to. */
const tableOfFile = /^tables\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-/;

/**
 * Those of `keys` that must be kept, because a row refers to them or may do so soon: tables of a file that is being
 * read exist before their rows. Originals are not kept for deleted uploads, those whose data was removed, replaced files, or
 * corrected files that could not be read.
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
          ne(files.versionState, 'replaced'),
          or(eq(files.state, 'received'), eq(files.state, 'reading')),
        ),
      ),
  ]);
  const ids = new Set(reading.map(({ id }) => id));
  for (const key of keys) if (ids.has(fileOf(key) ?? '')) needed.add(key);
  return needed;
}

/**
 * Those of `keys` that no row refers to after this transaction has removed some. A revision shares the objects of the
 * upload it revises. If two transactions remove the last two rows at the same time, each still sees the other's row
 * and the objects are left to the sweep.
 */
export async function listUnreferred(tx: Transaction, keys: string[]): Promise<string[]> {
  const unreferred: string[] = [];
  for (let from = 0; from < keys.length; from += queryBatchSize) {
    const some = keys.slice(from, from + queryBatchSize);
    const referred = await listReferredKeys(tx, some);
    unreferred.push(...some.filter((key) => !referred.has(key)));
  }
  return unreferred;
}

/** Key of an object that must exist: the newest original of an upload that is not deleted; null if there is none. */
export async function newestObjectKey(db: Database): Promise<string | null> {
  const [newest] = await db
    .select({ key: files.objectKey })
    .from(files)
    .innerJoin(uploads, eq(uploads.number, files.upload))
    .where(and(isNull(uploads.deletedAt), eq(files.versionState, 'current'), ne(files.objectKey, ''), hasOriginals))
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
          ne(files.versionState, 'replaced'),
          or(eq(files.versionState, 'current'), ne(files.state, 'failed')),
          hasOriginals,
        ),
      ),
    db
      .select({ key: documents.objectKey })
      .from(documents)
      .innerJoin(uploads, eq(uploads.number, documents.upload))
      .where(and(inArray(documents.objectKey, keys), isNull(uploads.deletedAt))),
    db.select({ key: sourceTables.objectKey }).from(sourceTables).where(inArray(sourceTables.objectKey, keys)),
    db
      .select({ key: sql<string>`${problemGroups.objectKey}` })
      .from(problemGroups)
      .where(inArray(problemGroups.objectKey, keys)),
    db.select({ key: keptFiles.objectKey }).from(keptFiles).where(inArray(keptFiles.objectKey, keys)),
    db.select({ key: publishedTables.objectKey }).from(publishedTables).where(inArray(publishedTables.objectKey, keys)),
  );
  return new Set(referred.map(({ key }) => key));
}
