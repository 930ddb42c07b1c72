import { and, desc, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { alias, type AnyPgColumn, PgDialect, union } from 'drizzle-orm/pg-core';
import type pg from 'pg';

import type { Database, Queryable, Transaction } from './database';
import { listTailsAmong } from './part-pieces';
import { listUndecidedParts } from './parts';
import {
  documents,
  files,
  keptFiles,
  objectSums,
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

/** Id of the resumable upload that an original may come from. */
const originalOfPart = /^originals\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
/** Id of the file that a table object belongs to. */
const tableOfFile = /^tables\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-/;

/**
 * Those of `keys` that must be kept, because a row refers to them or may do so soon: tables of a file that is being
 * read exist before their rows, and so does the original of a resumable upload that is being checked. Originals are not
 * kept for deleted uploads, those whose data was removed, replaced files, or corrected files that could not be read.
 */
export async function listNeededKeys(db: Database, keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const fileOf = (key: string) => tableOfFile.exec(key)?.[1];
  const readFrom = keys.flatMap((key) => fileOf(key) ?? []);
  const [needed, arriving, tails, reading] = await Promise.all([
    listReferredKeys(db, keys),
    listArrivingKeys(db, keys),
    listTailsAmong(db, keys),
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
  for (const key of [...arriving, ...tails]) needed.add(key);
  return needed;
}

/** Keys of the originals that resumable uploads will become, all or those among `keys`. */
export async function listArrivingKeys(db: Queryable, keys?: string[]): Promise<Set<string>> {
  const ids = keys?.flatMap((key) => originalOfPart.exec(key)?.[1] ?? []);
  return new Set((await listUndecidedParts(db, ids)).map((id) => `originals/${id}`));
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

/** An object that a row refers to. */
export interface NamedObject {
  key: string;
  /** SHA-256 (hex) that was stored; null if none was. */
  sha256: string | null;
}

/** All objects that rows refer to, each once, except kept files. */
export async function listNamedObjects(db: Queryable): Promise<NamedObject[]> {
  const named = new Map<string, string | null>();
  const add = (rows: NamedObject[]) => {
    for (const { key, sha256 } of rows) named.set(key, sha256 ?? named.get(key) ?? null);
  };
  add(await referredObjects(db, null));
  // What was summed when it was written, and has no sum in its row.
  const summed = await db.select({ key: objectSums.key, sha256: objectSums.sha256 }).from(objectSums);
  add(summed.filter(({ key }) => named.has(key) && named.get(key) === null));
  return [...named].map(([key, sha256]) => ({ key, sha256 }));
}

/** All that rows refer to with kept files, as a table `named`. An object that two rows refer to may be in it twice. */
function withNamed(db: Pick<Queryable, 'select'>): SQL {
  const referred = referredObjects(db, null);
  return sql`with named (key, sha256) as (
    ${referred} union all select ${keptFiles.objectKey}, ${keptFiles.sha256} from ${keptFiles})`;
}

/** Objects that rows refer to, kept files among them, and whose sums are not kept yet. */
export async function listUnknownObjects(db: Database): Promise<NamedObject[]> {
  const { rows } = await db.execute<{ key: string; sha256: string | null }>(sql`${withNamed(db)}
    select key, max(sha256) as sha256 from named
    where not exists (select from ${objectSums} as known where known.key = named.key)
    group by key`);
  return rows;
}

/** Objects with a sum that was not written or compared since `before`, and that no row refers to or may do so soon. */
export async function listSurplusKeys(db: Database, before: Date): Promise<string[]> {
  const { rows } = await db.execute<{ key: string }>(sql`${withNamed(db)}
    select known.key from ${objectSums} as known
    where (known.checked_at is null or known.checked_at < ${before.toISOString()}::timestamptz)
      and not exists (select from named where named.key = known.key)`);
  const surplus: string[] = [];
  for (let from = 0; from < rows.length; from += queryBatchSize) {
    const keys = rows.slice(from, from + queryBatchSize).map(({ key }) => key);
    const needed = await listNeededKeys(db, keys);
    surplus.push(...keys.filter((key) => !needed.has(key)));
  }
  return surplus;
}

/** Objects that are fetched at a time. */
const fetched = 1000;

/**
 * The same with kept files, by key and some at a time, so that any number of them fits into the memory. The client is in
 * a transaction.
 */
export async function* namedObjectsByKey(client: pg.Client): AsyncGenerator<NamedObject[]> {
  const { sql: text, params } = new PgDialect().sqlToQuery(sql`${withNamed(drizzle(client))}
    select named.key, coalesce(max(named.sha256), max(${objectSums.sha256})) as sha256
    from named left join ${objectSums} on ${objectSums.key} = named.key
    group by named.key order by named.key collate "C"`);
  await client.query(`declare named no scroll cursor for ${text}`, params);
  for (let count = fetched; count === fetched;) {
    const { rows } = await client.query<NamedObject>(`fetch ${fetched} from named`);
    count = rows.length;
    if (count > 0) yield rows;
  }
  await client.query('close named');
}

async function listReferredKeys(db: Queryable, keys: string[]): Promise<Set<string>> {
  const referred = await referredObjects(db, keys);
  const kept = await db.select({ key: keptFiles.objectKey }).from(keptFiles).where(inArray(keptFiles.objectKey, keys));
  return new Set([...referred, ...kept].map(({ key }) => key));
}

/**
 * Those of `keys`, or all objects if it is null, that rows refer to. Kept files are not looked for. A row whose object
 * was removed for good has the key '' and refers to none.
 */
function referredObjects(db: Pick<Queryable, 'select'>, keys: string[] | null) {
  const among = (column: AnyPgColumn) => and(ne(column, ''), keys === null ? undefined : inArray(column, keys));
  const noSum = sql<string | null>`null::text`;
  return union(
    db
      .select({ key: files.objectKey, sha256: sql<string | null>`${files.sha256}` })
      .from(files)
      .innerJoin(uploads, eq(uploads.number, files.upload))
      .where(
        and(
          among(files.objectKey),
          isNull(uploads.deletedAt),
          ne(files.versionState, 'replaced'),
          or(eq(files.versionState, 'current'), ne(files.state, 'failed')),
          hasOriginals,
        ),
      ),
    db
      .select({ key: documents.objectKey, sha256: sql<string | null>`${documents.sha256}` })
      .from(documents)
      .innerJoin(uploads, eq(uploads.number, documents.upload))
      .where(and(among(documents.objectKey), isNull(uploads.deletedAt))),
    db.select({ key: sourceTables.objectKey, sha256: noSum }).from(sourceTables).where(among(sourceTables.objectKey)),
    db
      .select({ key: sql<string>`${problemGroups.objectKey}`, sha256: noSum })
      .from(problemGroups)
      .where(and(among(problemGroups.objectKey), isNotNull(problemGroups.objectKey))),
    db
      .select({ key: publishedTables.objectKey, sha256: publishedTables.sha256 })
      .from(publishedTables)
      .where(among(publishedTables.objectKey)),
  );
}
