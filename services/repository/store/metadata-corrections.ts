import { and, asc, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';

import type { MetadataEntry } from '@domain/api/metadata';
import type { HistoryAct } from '@domain/board/history';

import type { Queryable, Transaction } from './database';
import { correctionProposals, dataSets, panelSeats, people, reviewHistory, uploads } from './schema';
import type { PublishedRow } from './schema/publication';

export type CorrectionProposal = typeof correctionProposals.$inferSelect;

/** The correction of a study that waits for consent; null if none does. */
export async function findProposal(db: Queryable, study: number): Promise<CorrectionProposal | null> {
  const [row] = await db.select().from(correctionProposals).where(eq(correctionProposals.study, study));
  return row ?? null;
}

/**
 * Corrections that wait for consent, in the order in which they were proposed: all of them, or those of studies in which
 * `reviewer` holds a panel of an accepted data set.
 */
export function listProposals(db: Queryable, reviewer: string | null): Promise<CorrectionProposal[]> {
  const reviewed = db
    .select({ study: uploads.study })
    .from(panelSeats)
    .innerJoin(uploads, eq(uploads.number, panelSeats.upload))
    .where(and(eq(panelSeats.expert, reviewer ?? ''), eq(uploads.status, 'Accepted')));
  return db
    .select()
    .from(correctionProposals)
    .where(reviewer === null ? undefined : inArray(correctionProposals.study, reviewed))
    .orderBy(asc(correctionProposals.version));
}

/** Proposals of somebody. */
export function listProposalsOf(db: Queryable, proposer: string): Promise<CorrectionProposal[]> {
  return db
    .select()
    .from(correctionProposals)
    .where(eq(correctionProposals.proposer, proposer))
    .orderBy(asc(correctionProposals.version));
}

/** Stores a proposal. The study must be locked and have none. */
export async function addProposal(tx: Transaction, proposal: typeof correctionProposals.$inferInsert): Promise<void> {
  await tx.insert(correctionProposals).values(proposal);
}

/** Removes the proposal of a study, because it was decided or withdrawn. */
export async function removeProposal(tx: Transaction, study: number): Promise<void> {
  await tx.delete(correctionProposals).where(eq(correctionProposals.study, study));
}

/** Records when the metadata of data sets was corrected. */
export async function setCorrectedAt(tx: Transaction, numbers: readonly number[], correctedAt: Date): Promise<void> {
  await tx
    .update(uploads)
    .set({ correctedAt })
    .where(inArray(uploads.number, [...numbers]));
}

/** A published data set as far as its metadata decides it. */
export interface PublishedDescription {
  nr: number;
  upload: number;
  row: PublishedRow;
  metadata: MetadataEntry[];
  postalAreas: string[];
  publishedAt: Date;
}

/** Published data sets of some uploads, in the order of their numbers. */
export async function listPublishedDescriptions(
  db: Queryable,
  numbers: readonly number[],
): Promise<PublishedDescription[]> {
  const { nr, upload, row, metadata, postalAreas, publishedAt } = dataSets;
  const rows = await db
    .select({ nr, upload, row, metadata, postalAreas, publishedAt })
    .from(dataSets)
    .where(inArray(upload, [...numbers]))
    .orderBy(asc(nr));
  return rows.map((found) => ({ ...found, metadata: found.metadata as MetadataEntry[] }));
}

/** Stores the corrected description of a published data set. */
export async function saveDescription(
  tx: Transaction,
  nr: number,
  changed: Pick<PublishedDescription, 'row' | 'metadata' | 'postalAreas'>,
): Promise<void> {
  await tx.update(dataSets).set(changed).where(eq(dataSets.nr, nr));
}

const correctionActs: HistoryAct[] = ['corrected', 'consented-to-correction', 'declined-correction'];

/** Everything in the history of an upload about corrections of its metadata, and acts of other kinds, in order. */
export function listCorrectionActs(db: Queryable, upload: number, others: readonly HistoryAct[] = []) {
  return db
    .select()
    .from(reviewHistory)
    .where(and(eq(reviewHistory.upload, upload), inArray(reviewHistory.act, [...correctionActs, ...others])))
    .orderBy(asc(reviewHistory.id));
}
export type CorrectionAct = Awaited<ReturnType<typeof listCorrectionActs>>[number];

/** How many corrections somebody has made or proposed since a time. Each is in the histories of a study at one time. */
export async function countCorrections(db: Queryable, subject: string, since: Date): Promise<number> {
  const acts: HistoryAct[] = ['corrected', 'proposed-correction'];
  const [row] = await db
    .select({ made: sql<number>`count(distinct (${uploads.study}, ${reviewHistory.at}))::int` })
    .from(reviewHistory)
    .innerJoin(uploads, eq(uploads.number, reviewHistory.upload))
    .where(and(eq(reviewHistory.actor, subject), inArray(reviewHistory.act, acts), gt(reviewHistory.at, since)));
  return row?.made ?? 0;
}

/** Applied to an accepted data set, and not while it was reviewed. */
const isPublicCorrection = (upload: number) =>
  and(
    eq(reviewHistory.upload, upload),
    inArray(reviewHistory.act, ['corrected', 'consented-to-correction']),
    eq(reviewHistory.statusBefore, 'Accepted'),
  );

/** Number of the corrections of an upload that everybody may see. */
export function countPublicCorrections(db: Queryable, upload: number): Promise<number> {
  return db.$count(reviewHistory, isPublicCorrection(upload));
}

/** Corrections of an upload that everybody may see, newest first; all of them without a window. */
export function listPublicCorrectionActs(
  db: Queryable,
  upload: number,
  window?: { offset: number; limit: number },
): Promise<CorrectionAct[]> {
  const acts = db.select().from(reviewHistory).where(isPublicCorrection(upload)).orderBy(desc(reviewHistory.id));
  return window ? acts.limit(window.limit).offset(window.offset) : acts;
}

/** Experts who hold panels of some uploads, each once. */
export async function listReviewers(db: Queryable, numbers: readonly number[]) {
  const rows = await db
    .selectDistinctOn([people.subject], { person: people })
    .from(panelSeats)
    .innerJoin(people, eq(people.subject, panelSeats.expert))
    .where(inArray(panelSeats.upload, [...numbers]))
    .orderBy(people.subject);
  return rows.map(({ person }) => person);
}

/** Numbers of all versions of the data sets that some uploads belong to, without deleted ones. */
export async function listVersionNumbers(db: Queryable, series: readonly number[]): Promise<number[]> {
  const first = await db
    .select({ number: uploads.number })
    .from(uploads)
    .where(and(inArray(uploads.number, [...series]), isNull(uploads.deletedAt)));
  const later = await db
    .select({ number: uploads.number })
    .from(uploads)
    .where(and(inArray(uploads.series, [...series]), isNull(uploads.deletedAt)));
  return [...first, ...later].map(({ number }) => number);
}
