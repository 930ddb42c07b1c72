import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, ne, or, type SQL } from 'drizzle-orm';

import { continueRefusal, newestVersion, type VersionDifference } from '@domain/life/versions';
import { openStatuses } from '@domain/upload-status';

import type { Queryable, Transaction } from './database';
import { dataSets, dois, newVersions, uploads } from './schema';
import { resolvingStates } from './schema/editorial';
import type { ComparedRows } from './schema/versions';

/** Number of the first version of an upload's data set, by which all of them are found. */
export function seriesOf({ number, series }: { number: number; series: number | null }): number {
  return series ?? number;
}

/** Condition on `uploads`: a version of the data set whose first version has this number. */
export function inSeries(series: number): SQL | undefined {
  return or(eq(uploads.number, series), eq(uploads.series, series));
}

/** Condition on `uploads`: no version of this data set. */
export function outsideSeries(series: number): SQL | undefined {
  return and(ne(uploads.number, series), or(isNull(uploads.series), ne(uploads.series, series)));
}

export type NewVersion = typeof newVersions.$inferSelect;

/** What is known of an upload as a new version; null if it is none. */
export async function findNewVersion(db: Queryable, upload: number): Promise<NewVersion | null> {
  return (await listNewVersions(db, [upload]))[0] ?? null;
}

/** Public number of the version that an upload continues; null if it is no new version. */
export async function findFormerNumber(db: Queryable, upload: number): Promise<number | null> {
  const [row] = await db
    .select({ nr: uploads.nr })
    .from(newVersions)
    .innerJoin(uploads, eq(uploads.number, newVersions.former))
    .where(eq(newVersions.upload, upload));
  return row?.nr ?? null;
}

/** Whether an upload continues a version that is withdrawn. */
export async function isFormerWithdrawn(db: Queryable, upload: number): Promise<boolean> {
  const withdrawn = and(eq(uploads.number, newVersions.former), isNotNull(uploads.withdrawnAt));
  const rows = await db
    .select({ former: newVersions.former })
    .from(newVersions)
    .innerJoin(uploads, withdrawn)
    .where(eq(newVersions.upload, upload));
  return rows.length > 0;
}

/** Whether an upload can be continued by a new version. */
export function isContinuable({ status, withdrawnAt }: typeof uploads.$inferSelect): boolean {
  return continueRefusal({ status, isWithdrawn: withdrawnAt !== null }) === null;
}

/** Those of the given uploads that are new versions. */
export function listNewVersions(db: Queryable, numbers: number[]): Promise<NewVersion[]> {
  return db.select().from(newVersions).where(inArray(newVersions.upload, numbers)).orderBy(asc(newVersions.upload));
}

/** Records that an upload continues another one. */
export async function insertNewVersion(
  tx: Transaction,
  version: Pick<NewVersion, 'upload' | 'former'> & { news?: string },
): Promise<void> {
  await tx.insert(newVersions).values(version);
}

/** Keeps the result of a comparison of rows. */
export async function saveComparedRows(db: Queryable, upload: number, compared: ComparedRows): Promise<void> {
  await db.update(newVersions).set({ compared }).where(eq(newVersions.upload, upload));
}

/** Keeps what is submitted as new in a version. */
export async function saveDifference(
  db: Queryable,
  upload: number,
  submitted: { news?: string; difference: VersionDifference },
): Promise<void> {
  await db.update(newVersions).set(submitted).where(eq(newVersions.upload, upload));
}

/** Forgets what was submitted as changed in a new version, because it may have changed since. */
export async function dropDifference(tx: Transaction, upload: number): Promise<void> {
  await tx.update(newVersions).set({ difference: null }).where(eq(newVersions.upload, upload));
}

/** Whether there is a version of this number or a later one that is not rejected. */
export async function isVersionTaken(db: Queryable, series: number, version: number): Promise<boolean> {
  const taken = and(
    eq(uploads.series, series),
    gte(uploads.version, version),
    ne(uploads.status, 'Rejected'),
    isNull(uploads.deletedAt),
  );
  return (await db.$count(uploads, taken)) > 0;
}

/** The new version of a data set that is being prepared or reviewed; null if there is none. */
export async function findOpenVersion(db: Queryable, series: number): Promise<typeof uploads.$inferSelect | null> {
  const [open] = await db
    .select()
    .from(uploads)
    .where(
      and(
        eq(uploads.series, series),
        inArray(uploads.status, ['Uploaded', ...openStatuses]),
        isNull(uploads.deletedAt),
      ),
    )
    .orderBy(desc(uploads.number))
    .limit(1);
  return open ?? null;
}

/** An accepted version of a data set with its DOI, if that leads to the page. */
export interface AcceptedVersion {
  upload: typeof uploads.$inferSelect;
  /** Null while its data is not public. */
  publishedAt: Date | null;
  doi: typeof dois.$inferSelect | null;
}

/** Accepted versions of a data set, also those that are withdrawn, in their order. */
export function listAcceptedVersions(db: Queryable, series: number): Promise<AcceptedVersion[]> {
  return selectVersions(db, inSeries(series));
}

/** The same of several data sets, one after the other, by their first versions. */
export function listVersionsOfSeries(db: Queryable, series: number[]): Promise<AcceptedVersion[]> {
  return selectVersions(db, or(inArray(uploads.number, series), inArray(uploads.series, series)));
}

function selectVersions(db: Queryable, condition: SQL | undefined): Promise<AcceptedVersion[]> {
  return db
    .select({ upload: uploads, publishedAt: dataSets.publishedAt, doi: dois })
    .from(uploads)
    .leftJoin(dataSets, eq(dataSets.upload, uploads.number))
    .leftJoin(dois, and(eq(dois.upload, uploads.number), inArray(dois.state, resolvingStates)))
    .where(and(condition, eq(uploads.status, 'Accepted'), isNull(uploads.deletedAt)))
    .orderBy(asc(uploads.version), asc(uploads.number));
}

/** The one that is shown first and found by the search; null if there is none. */
export function newestAccepted(versions: readonly AcceptedVersion[]): AcceptedVersion | null {
  const known = versions.map((accepted) => ({
    accepted,
    version: accepted.upload.version,
    isWithdrawn: accepted.upload.withdrawnAt !== null,
    isPublished: accepted.publishedAt !== null,
  }));
  return newestVersion(known)?.accepted ?? null;
}

/** First versions of the data sets of some uploads, by the latter. */
export async function listSeries(db: Queryable, numbers: number[]): Promise<Map<number, number>> {
  const rows = await db
    .select({ number: uploads.number, series: uploads.series })
    .from(uploads)
    .where(inArray(uploads.number, numbers));
  return new Map(rows.map((row) => [row.number, seriesOf(row)]));
}
