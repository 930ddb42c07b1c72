import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';

import type { FileChanges } from '@domain/api/corrections';

import type { Transaction } from './database';
import { files, people, searchState, sourceTables, studies, uploads } from './schema';
import { inSeries } from './versions';

/*
 * Every lock of the store, each held until its transaction ends. A transaction takes them in the order of
 * this file, so that no two wait for each other (docs/architecture.md, Concurrency).
 */

/** Keys of the advisory locks, one for each kind. */
const advisoryKeys = {
  publicNumbers: 1,
  titles: 2,
  contents: 3,
  ownStorage: 5,
  savedSearches: 6,
  uses: 7,
  harvest: 8,
  assignments: 9,
  dailyLimits: 10,
  allStorage: 11,
  faultMails: 12,
  norms: 13,
};

/** Makes other transactions wait that store something for the same user, or let them begin to send it. */
export async function lockStorage(tx: Transaction, owner: string): Promise<void> {
  await lockText(tx, advisoryKeys.ownStorage, owner);
}

/** Makes other transactions wait that measure what all users store. */
export async function lockAllStorage(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryKeys.allStorage})`);
}

/** Makes other transactions wait that save or end searches of the same user, or enqueue a mail about them. */
export async function lockSavedSearches(tx: Transaction, owner: string): Promise<void> {
  await lockText(tx, advisoryKeys.savedSearches, owner);
}

/** Makes other transactions wait that invite experts automatically. */
export async function lockAssignments(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryKeys.assignments})`);
}

/** Makes other transactions wait that store the same content. */
export async function lockContent(tx: Transaction, sha256: string): Promise<void> {
  await lockText(tx, advisoryKeys.contents, sha256);
}

/** Makes other transactions wait that save this title. */
export async function lockTitle(tx: Transaction, titleKey: string): Promise<void> {
  await lockText(tx, advisoryKeys.titles, titleKey);
}

/** Locks and returns uploads in the order of their numbers, without deleted ones. */
export function lockUploads(tx: Transaction, numbers: number[]): Promise<(typeof uploads.$inferSelect)[]> {
  return tx
    .select()
    .from(uploads)
    .where(and(inArray(uploads.number, numbers), isNull(uploads.deletedAt)))
    .orderBy(asc(uploads.number))
    .for('update');
}

/** Locks and returns all versions of a data set in the order of their numbers, without deleted ones. */
export function lockVersions(tx: Transaction, series: number): Promise<(typeof uploads.$inferSelect)[]> {
  return tx
    .select()
    .from(uploads)
    .where(and(inSeries(series), isNull(uploads.deletedAt)))
    .orderBy(asc(uploads.number))
    .for('update');
}

/** Lets none of these data sets be withdrawn until the transaction ends. Returns their uploads. */
export function holdDataSets(tx: Transaction, numbers: number[]): Promise<{ withdrawnAt: Date | null }[]> {
  return tx
    .select({ withdrawnAt: uploads.withdrawnAt })
    .from(uploads)
    .where(inArray(uploads.nr, numbers))
    .orderBy(asc(uploads.number))
    .for('share');
}

/** Locks and returns studies in the order of their ids. */
export function lockStudies(tx: Transaction, ids: number[]): Promise<(typeof studies.$inferSelect)[]> {
  return tx.select().from(studies).where(inArray(studies.id, ids)).orderBy(asc(studies.id)).for('update');
}

/** Locks the lists of templates of a user. New uploads of that user do not wait for it. */
export async function lockTemplates(tx: Transaction, owner: string): Promise<void> {
  await tx.select({ subject: people.subject }).from(people).where(eq(people.subject, owner)).for('no key update');
}

/** Locks and returns a table of a file; null if it no longer exists. */
export async function lockSourceTable(
  tx: Transaction,
  table: number,
): Promise<typeof sourceTables.$inferSelect | null> {
  const [row] = await tx.select().from(sourceTables).where(eq(sourceTables.id, table)).for('update');
  return row ?? null;
}

/** Locks a file. Returns its changes compared with the previous file, null for a first file. */
export async function lockChanges(tx: Transaction, file: string): Promise<FileChanges | null> {
  const [row] = await tx.select({ changes: files.changes }).from(files).where(eq(files.id, file)).for('update');
  return row?.changes ?? null;
}

/** Makes other transactions wait that count what the same account has done within a day. */
export async function lockDailyLimits(tx: Transaction, subject: string): Promise<void> {
  await lockText(tx, advisoryKeys.dailyLimits, subject);
}

/** Makes other transactions wait that need a public number, so that none is used twice or skipped. */
export async function lockPublicNumbers(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryKeys.publicNumbers})`);
}

/** Whether this transaction may count uses. It may not while another one does. */
export async function tryLockUses(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${advisoryKeys.uses}) as locked`,
  );
  return rows[0]?.locked ?? false;
}

/** Makes other transactions wait that change the search index. */
export async function lockSearchIndex(tx: Transaction): Promise<void> {
  await tx.select({ id: searchState.id }).from(searchState).for('update');
}

/** Makes other transactions wait that change what harvesters find. It is the last lock of a transaction. */
export async function lockHarvest(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryKeys.harvest})`);
}

/** Waits for transactions that change what harvesters find, and lets none begin until this one ends. */
export async function waitForHarvest(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${advisoryKeys.harvest})`);
}

async function lockText(tx: Transaction, key: number, text: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${text}, ${key}))`);
}

/** Makes other transactions wait that tell the operator of faults. */
export async function lockFaultMails(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryKeys.faultMails})`);
}

/** Makes other transactions wait that store a version of the curves. */
export async function lockNorms(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryKeys.norms})`);
}
