import { and, asc, eq, inArray, isNotNull, isNull, not, or, sql } from 'drizzle-orm';

import type { MetadataEntry } from '@domain/api/metadata';
import type { Standing } from '@domain/licences';

import type { Queryable, Transaction } from './database';
import { isSharedWith } from './members';
import { dataSets, downloadItems, downloadSessions, publishedTables, studies, uploads } from './schema';

export interface PublishedDataSet {
  dataSet: Omit<typeof dataSets.$inferInsert, 'revision'>;
  tables: Omit<typeof publishedTables.$inferInsert, 'id' | 'nr'>[];
}

export async function isPublished(db: Queryable, nr: number): Promise<boolean> {
  return (await db.$count(dataSets, eq(dataSets.nr, nr))) > 0;
}

/** Time of publication of a data set; null if it is not published. */
export async function findPublishedAt(db: Queryable, nr: number): Promise<Date | null> {
  const [row] = await db.select({ at: dataSets.publishedAt }).from(dataSets).where(eq(dataSets.nr, nr));
  return row?.at ?? null;
}

/** Stores a data set with its tables. Returns false and stores nothing if another job has done it. */
export async function storeDataSet(tx: Transaction, { dataSet, tables }: PublishedDataSet): Promise<boolean> {
  const { nr } = dataSet;
  const inserted = await tx.insert(dataSets).values(dataSet).onConflictDoNothing().returning({ nr: dataSets.nr });
  if (inserted.length === 0) return false;
  if (tables.length > 0) await tx.insert(publishedTables).values(tables.map((table) => ({ ...table, nr })));
  return true;
}

/** Accepted upload with a public number, whether or not its data is published. */
export async function findAcceptedUpload(db: Queryable, nr: number): Promise<number | null> {
  const [row] = await db
    .select({ number: uploads.number })
    .from(uploads)
    .where(and(eq(uploads.nr, nr), eq(uploads.status, 'Accepted'), isNull(uploads.deletedAt)));
  return row?.number ?? null;
}

/**
 * Accepted uploads that are not published because of an embargo or a waiting job, in their order, without withdrawn
 * ones; `withJobs: false` leaves those out that a job is about to publish.
 */
export async function listUnpublished(
  db: Queryable,
  { withJobs }: { withJobs: boolean },
): Promise<{ number: number; metadata: MetadataEntry[] }[]> {
  const hasJob = sql`exists (
    select 1 from pgboss.job where name = 'publish-upload' and state in ('created', 'retry', 'active')
      and (data ->> 'upload')::int = ${uploads.number})`;
  return db
    .select({ number: uploads.number, metadata: studies.metadata })
    .from(uploads)
    .innerJoin(studies, eq(studies.id, uploads.study))
    .leftJoin(dataSets, eq(dataSets.upload, uploads.number))
    .where(
      and(
        eq(uploads.status, 'Accepted'),
        isNull(uploads.withdrawnAt),
        isNull(uploads.deletedAt),
        isNull(dataSets.nr),
        withJobs ? undefined : not(hasJob),
      ),
    )
    .orderBy(asc(uploads.number));
}

export type PublishedTable = typeof publishedTables.$inferSelect;

/** Published tables of data sets, ordered by data set and position. */
export async function listPublishedTables(db: Queryable, numbers: number[]): Promise<PublishedTable[]> {
  return db
    .select()
    .from(publishedTables)
    .where(inArray(publishedTables.nr, numbers))
    .orderBy(asc(publishedTables.nr), asc(publishedTables.position));
}

/** Published tables whose checksum is not stored. */
export async function listTablesWithoutSum(db: Queryable): Promise<{ id: number; objectKey: string }[]> {
  return db
    .select({ id: publishedTables.id, objectKey: publishedTables.objectKey })
    .from(publishedTables)
    .where(isNull(publishedTables.sha256))
    .orderBy(asc(publishedTables.id));
}

/** Stores the SHA-256 (hex) of a published table's object, which never changes. */
export async function storeSum(db: Queryable, id: number, sha256: string): Promise<void> {
  await db.update(publishedTables).set({ sha256 }).where(eq(publishedTables.id, id));
}

/** Whether a user contributed a published data set, or is a co-author of it, or answered its download form. */
export async function findStanding(
  db: Queryable,
  { nr, upload, subject }: { nr: number; upload: number; subject: string },
): Promise<Standing> {
  const answered = db
    .select({ nr: downloadItems.nr })
    .from(downloadItems)
    .innerJoin(downloadSessions, eq(downloadSessions.id, downloadItems.session))
    .where(and(eq(downloadItems.nr, nr), eq(downloadSessions.subject, subject), isNotNull(downloadSessions.purpose)))
    .limit(1);
  const [own, forms] = await Promise.all([
    db.$count(uploads, and(eq(uploads.number, upload), or(eq(uploads.owner, subject), isSharedWith(subject)))),
    answered,
  ]);
  return { isContributor: own > 0, hasAnsweredForm: forms.length > 0 };
}

/** Keeps the end of the embargo, yyyy-MM-dd, of which the contributor of a locked upload was told. */
export async function setEmbargoNotice(tx: Transaction, upload: number, end: string): Promise<void> {
  await tx.update(uploads).set({ embargoNotice: end }).where(eq(uploads.number, upload));
}
