import { and, asc, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';

import type { Queryable, Transaction } from './database';
import { files, uploads, withdrawals } from './schema';

type WithdrawalRecord = typeof withdrawals.$inferSelect;

/** Changes how far the withdrawal of a locked upload is. */
export async function saveWithdrawal(
  tx: Transaction,
  upload: number,
  changed: Partial<Omit<WithdrawalRecord, 'upload'>>,
): Promise<void> {
  await tx
    .insert(withdrawals)
    .values({ upload, ...changed })
    .onConflictDoUpdate({ target: withdrawals.upload, set: { upload, ...changed } });
}

/** That nobody asks to remove the data. */
export const noRemoval = { removalReason: null, removalAskedAt: null, removalAskedBy: null };

/** Marks a locked upload as withdrawn, or as not. */
export async function setWithdrawnAt(tx: Transaction, upload: number, withdrawnAt: Date | null): Promise<void> {
  await tx.update(uploads).set({ withdrawnAt }).where(eq(uploads.number, upload));
}

/** A withdrawn data set. */
export interface WithdrawnDataSet {
  at: Date;
  reason: string;
}

/** Which of these data sets are withdrawn, by public number. */
export async function listWithdrawn(db: Queryable, numbers: number[]): Promise<Map<number, WithdrawnDataSet>> {
  const rows = await db
    .select({ nr: uploads.nr, at: uploads.withdrawnAt, reason: withdrawals.reason })
    .from(uploads)
    .leftJoin(withdrawals, eq(withdrawals.upload, uploads.number))
    .where(and(inArray(uploads.nr, numbers), isNotNull(uploads.withdrawnAt), isNull(uploads.deletedAt)));
  return new Map(rows.map(({ nr, at, reason }) => [nr!, { at: at!, reason: reason ?? '' }]));
}

/** Withdrawn uploads that still have their data, in their order. */
export async function listKeptWithdrawn(db: Queryable): Promise<{ number: number; withdrawnAt: Date }[]> {
  const rows = await db
    .select({ number: uploads.number, withdrawnAt: uploads.withdrawnAt })
    .from(uploads)
    .innerJoin(withdrawals, eq(withdrawals.upload, uploads.number))
    .where(and(isNotNull(uploads.withdrawnAt), isNull(withdrawals.removedAt)))
    .orderBy(asc(uploads.number));
  return rows.flatMap(({ number, withdrawnAt }) => (withdrawnAt ? { number, withdrawnAt } : []));
}

/** Uploads whose withdrawal waits for the chair, or for another person than `subject`, in their order. */
export async function listWaitingWithdrawals(db: Queryable, subject: string): Promise<number[]> {
  const isByOther = sql`${withdrawals.removalAskedBy} is distinct from ${subject}`;
  const rows = await db
    .select({ number: withdrawals.upload })
    .from(withdrawals)
    .where(and(or(isNotNull(withdrawals.askedAt), isNotNull(withdrawals.removalAskedAt)), isByOther))
    .orderBy(asc(withdrawals.upload));
  return rows.map(({ number }) => number);
}

const withdrawnFiles = alias(files, 'withdrawn_files');
const withdrawnUploads = alias(uploads, 'withdrawn_uploads');

/** Whether two files are the same object, which is found by its checksum, because that has an index. */
const isSameFile = and(
  eq(withdrawnFiles.sha256, files.sha256),
  eq(withdrawnFiles.objectKey, files.objectKey),
  ne(withdrawnFiles.upload, files.upload),
);

/**
 * Public number of the withdrawn upload whose very file an upload has that is not public, as a new version or a revision
 * has it; null for others. An expression for each row of a query that joins `uploads` and their `files`.
 */
export const copyOfWithdrawn = sql<number | null>`case when ${uploads.nr} is null then (
  select max(coalesce(${withdrawnUploads.nr}, 0)) from ${files} as ${sql.identifier('withdrawn_files')}
  join ${uploads} as ${sql.identifier('withdrawn_uploads')} on ${eq(withdrawnUploads.number, withdrawnFiles.upload)}
  where ${isSameFile} and ${isNotNull(withdrawnUploads.withdrawnAt)}) end`;

/** Uploads that are not public and have the very file of this withdrawn one. */
export async function listCopiesOf(db: Queryable, upload: number): Promise<number[]> {
  const rows = await db
    .select({ number: uploads.number })
    .from(files)
    .innerJoin(uploads, eq(uploads.number, files.upload))
    .innerJoin(withdrawnFiles, isSameFile)
    .innerJoin(withdrawnUploads, eq(withdrawnUploads.number, withdrawnFiles.upload))
    .where(
      and(
        eq(withdrawnFiles.upload, upload),
        eq(files.versionState, 'current'),
        isNull(uploads.nr),
        isNotNull(withdrawnUploads.withdrawnAt),
      ),
    );
  return [...new Set(rows.map(({ number }) => number))];
}
