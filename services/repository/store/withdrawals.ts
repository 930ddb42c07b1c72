import { and, asc, eq, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm';

import type { Queryable, Transaction } from './database';
import { uploads, withdrawals } from './schema';

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

/** Uploads that were withdrawn before a time and still have their data, in their order. */
export async function listKeptWithdrawn(db: Queryable, before: Date): Promise<number[]> {
  const rows = await db
    .select({ number: uploads.number })
    .from(uploads)
    .innerJoin(withdrawals, eq(withdrawals.upload, uploads.number))
    .where(and(lt(uploads.withdrawnAt, before), isNull(withdrawals.removedAt)))
    .orderBy(asc(uploads.number));
  return rows.map(({ number }) => number);
}

/** Uploads whose withdrawal waits for the chair, or for a second person, in their order. */
export async function listWaitingWithdrawals(db: Queryable): Promise<number[]> {
  const rows = await db
    .select({ number: withdrawals.upload })
    .from(withdrawals)
    .where(or(isNotNull(withdrawals.askedAt), isNotNull(withdrawals.removalAskedAt)))
    .orderBy(asc(withdrawals.upload));
  return rows.map(({ number }) => number);
}
