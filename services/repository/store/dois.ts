import { isDeepStrictEqual } from 'node:util';

import { and, asc, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';

import { countRowsLeftOut } from '@domain/data-rows';
import type { UploadKind } from '@domain/upload-id';
import { openStatuses, type UploadStatus } from '@domain/upload-status';

import type { Queryable, Transaction } from './database';
import { stampRecord } from './harvest';
import { conceptDois, doiErrors, dois, sourceColumns, studies, uploads, withdrawals } from './schema';
import { findCurrentFiles, listTables } from './upload-progress';

export type DoiRecord = typeof dois.$inferSelect;

export async function findDoi(db: Queryable, upload: number): Promise<DoiRecord | null> {
  const [row] = await db.select().from(dois).where(eq(dois.upload, upload));
  return row ?? null;
}

/** Stores the registered DOI of an upload, replacing the previous one. Harvesters are told if something is new in it. */
export async function saveDoi(tx: Transaction, record: DoiRecord): Promise<void> {
  const before = await findDoi(tx, record.upload);
  await tx.insert(dois).values(record).onConflictDoUpdate({ target: dois.upload, set: record });
  const after = await findDoi(tx, record.upload);
  if (!isDeepStrictEqual({ ...before, updatedAt: null }, { ...after, updatedAt: null })) {
    await stampRecord(tx, record.upload);
  }
}

/** Stores how an upload is described now. The registrar gets it later, by the job 'register-doi'. */
export async function saveDescribed(tx: Transaction, upload: number, attributes: object): Promise<void> {
  await tx.update(dois).set({ attributes }).where(eq(dois.upload, upload));
}

export async function removeDoi(db: Queryable, upload: number): Promise<void> {
  await db.delete(dois).where(eq(dois.upload, upload));
}

export type ConceptDoi = typeof conceptDois.$inferSelect;

/** The DOI of all versions of a data set together; null if it is not registered. */
export async function findConceptDoi(db: Queryable, series: number): Promise<ConceptDoi | null> {
  const [row] = await db.select().from(conceptDois).where(eq(conceptDois.series, series));
  return row ?? null;
}

/** Stores the registered DOI of all versions, replacing the previous one. */
export async function saveConceptDoi(db: Queryable, record: ConceptDoi): Promise<void> {
  await db.insert(conceptDois).values(record).onConflictDoUpdate({ target: conceptDois.series, set: record });
}

/** Data for the DOI of an upload, including deleted ones; null if there is no such upload. */
export async function findDoiSubject(db: Queryable, number: number) {
  const [row] = await db
    .select({ upload: uploads, study: studies, withdrawal: withdrawals })
    .from(uploads)
    .innerJoin(studies, eq(studies.id, uploads.study))
    .leftJoin(withdrawals, eq(withdrawals.upload, uploads.number))
    .where(eq(uploads.number, number));
  const [file] = await findCurrentFiles(db, [number]);
  if (!row || !file) return null;
  const tables = (await listTables(db, number)).filter(({ leftOut }) => leftOut === null);
  const targets = await db
    .selectDistinct({ key: sourceColumns.targetKey })
    .from(sourceColumns)
    .where(
      and(
        inArray(
          sourceColumns.table,
          tables.map(({ id }) => id),
        ),
        isNotNull(sourceColumns.targetKey),
      ),
    );
  const rows = tables.reduce((sum, table) => sum + table.rowCount - countRowsLeftOut(table), 0);
  return { ...row, rows, targetKeys: targets.flatMap(({ key }) => key ?? []) };
}

/** Other accepted data sets of the same study that are not withdrawn, each with its DOI if there is one, ordered by upload. */
export async function listAcceptedSiblings(
  db: Queryable,
  { number, study }: { number: number; study: number },
): Promise<{ number: number; kind: UploadKind; nr: number | null; doi: DoiRecord | null }[]> {
  return db
    .select({ number: uploads.number, kind: uploads.kind, nr: uploads.nr, doi: dois })
    .from(uploads)
    .leftJoin(dois, eq(dois.upload, uploads.number))
    .where(
      and(
        eq(uploads.study, study),
        eq(uploads.status, 'Accepted'),
        isNull(uploads.withdrawnAt),
        ne(uploads.number, number),
      ),
    )
    .orderBy(asc(uploads.number));
}

/** Records a failed registration of an upload. The time of the first failure is kept. */
export async function saveDoiError(
  db: Queryable,
  error: { upload: number; reason: string; isRefusal: boolean; triedAt: Date },
): Promise<void> {
  const { reason, isRefusal, triedAt } = error;
  await db
    .insert(doiErrors)
    .values({ ...error, since: triedAt })
    .onConflictDoUpdate({ target: doiErrors.upload, set: { reason, isRefusal, triedAt } });
}

export async function clearDoiError(db: Queryable, upload: number): Promise<void> {
  await db.delete(doiErrors).where(eq(doiErrors.upload, upload));
}

/** An upload whose DOI does not match its state, or whose last registration failed. */
export interface WaitingDoi {
  upload: number;
  kind: UploadKind;
  nr: number | null;
  status: UploadStatus;
  reason: string | null;
  isRefusal: boolean | null;
  since: Date | null;
  triedAt: Date | null;
  /** Whether a job is waiting for it. */
  isQueued: boolean;
}

/**
 * DOIs that are not in the state that their upload asks for, ordered by upload. `hidesWithdrawn`: those of withdrawn data
 * sets are to be registered without being found. `among`: only those of some uploads, and those that could not be
 * registered.
 */
export async function listWaitingDois(
  db: Queryable,
  { hidesWithdrawn, among }: { hidesWithdrawn: boolean; among?: readonly number[] | undefined },
): Promise<WaitingDoi[]> {
  const isLookedAt =
    among &&
    sql`${uploads.number} = any(array(
      select unnest(${sql.param([...among])}::int[]) union all select upload from ${doiErrors}))`;
  const isHidden = hidesWithdrawn ? isNotNull(uploads.withdrawnAt) : sql`false`;
  const isShown = hidesWithdrawn ? isNull(uploads.withdrawnAt) : sql`true`;
  const wantsDraft = and(isNull(uploads.deletedAt), inArray(uploads.status, [...openStatuses]));
  const isAccepted = and(isNull(uploads.deletedAt), eq(uploads.status, 'Accepted'));
  const wantsConcept = and(
    isNotNull(uploads.series),
    sql`not exists (select from ${conceptDois} where ${conceptDois.series} = ${uploads.series})`,
  );
  const wantsNone = or(isNotNull(uploads.deletedAt), inArray(uploads.status, ['Uploaded', 'Rejected']));
  return db
    .select({
      upload: uploads.number,
      kind: uploads.kind,
      nr: uploads.nr,
      status: uploads.status,
      reason: doiErrors.reason,
      isRefusal: doiErrors.isRefusal,
      since: doiErrors.since,
      triedAt: doiErrors.triedAt,
      isQueued: sql<boolean>`exists (
        select 1 from pgboss.job where name = 'register-doi' and state in ('created', 'retry', 'active')
          and (data ->> 'upload')::int = ${uploads.number})`,
    })
    .from(uploads)
    .leftJoin(dois, eq(dois.upload, uploads.number))
    .leftJoin(doiErrors, eq(doiErrors.upload, uploads.number))
    .where(
      and(
        isLookedAt,
        or(
          isNotNull(doiErrors.upload),
          and(wantsDraft, isNull(dois.upload)),
          and(isAccepted, isShown, or(isNull(dois.upload), ne(dois.state, 'findable'), wantsConcept)),
          and(isAccepted, isHidden, or(isNull(dois.upload), ne(dois.state, 'registered'))),
          and(wantsNone, eq(dois.state, 'draft')),
        ),
      ),
    )
    .orderBy(asc(uploads.number));
}

/** Published data sets whose DOI is a test DOI, by upload. */
export async function listTestDois(
  db: Queryable,
): Promise<{ upload: number; kind: UploadKind; nr: number | null; doi: string }[]> {
  return db
    .select({ upload: uploads.number, kind: uploads.kind, nr: uploads.nr, doi: dois.doi })
    .from(dois)
    .innerJoin(uploads, eq(uploads.number, dois.upload))
    .where(and(eq(dois.state, 'findable'), ne(dois.registrar, 'datacite'), isNull(uploads.deletedAt)))
    .orderBy(asc(uploads.nr));
}
