import { and, asc, eq, inArray, max } from 'drizzle-orm';

import type { Rating, UploadStatus } from '@domain/upload-status';

import type { Queryable, Transaction } from './database';
import { lockPublicNumbers } from './locks';
import { files, panelOpenings, people, uploads, votes } from './schema';

/** A vote with the e-mail address of the expert. */
export type VoteRecord = typeof votes.$inferSelect & { email: string };

/** Votes on the given uploads, ordered by panel. */
export async function listVotes(db: Queryable, numbers: number[]): Promise<VoteRecord[]> {
  const rows = await db
    .select({ vote: votes, email: people.email })
    .from(votes)
    .innerJoin(people, eq(people.subject, votes.expert))
    .where(inArray(votes.upload, numbers))
    .orderBy(votes.upload, votes.panel);
  return rows.map(({ vote, email }) => ({ ...vote, email }));
}

/** Records when an expert first opened the vote screen of an upload. */
export async function recordOpening(db: Queryable, upload: number, expert: string, now: Date): Promise<void> {
  await db.insert(panelOpenings).values({ upload, expert, openedAt: now }).onConflictDoNothing();
}

/** When an expert first opened the vote screen of an upload; null if they have not. */
export async function findOpening(db: Queryable, upload: number, expert: string): Promise<Date | null> {
  const [row] = await db
    .select({ openedAt: panelOpenings.openedAt })
    .from(panelOpenings)
    .where(and(eq(panelOpenings.upload, upload), eq(panelOpenings.expert, expert)));
  return row?.openedAt ?? null;
}

/** Deletes the records of opened vote screens after a withdrawal. */
export async function removeOpenings(tx: Transaction, upload: number): Promise<void> {
  await tx.delete(panelOpenings).where(eq(panelOpenings.upload, upload));
}

/** Stores the first vote of a panel or its next version. */
export async function saveVote(tx: Transaction, vote: typeof votes.$inferInsert): Promise<void> {
  const { expert, rating, note, isImpartial, criteria, version, endedAt } = vote;
  await tx
    .insert(votes)
    .values(vote)
    .onConflictDoUpdate({
      target: [votes.upload, votes.panel],
      set: { expert, rating, note, isImpartial, criteria, version, endedAt },
    });
}

/** Sets the status of an upload and, if given, its times and public number. */
export async function setUploadStatus(
  tx: Transaction,
  number: number,
  changed: { status: UploadStatus; submittedAt?: Date | null; decidedAt?: Date | null; nr?: number },
): Promise<void> {
  await tx.update(uploads).set(changed).where(eq(uploads.number, number));
}

/** Next public number. The lock is held until the transaction ends, so that no number is skipped. */
export async function nextPublicNumber(tx: Transaction): Promise<number> {
  await lockPublicNumbers(tx);
  const [row] = await tx.select({ nr: max(uploads.nr) }).from(uploads);
  return (row?.nr ?? 0) + 1;
}

/** Allows the same file to be uploaded again. */
export async function releaseFiles(tx: Transaction, upload: number): Promise<void> {
  await tx.update(files).set({ counts: false }).where(eq(files.upload, upload));
}

/** Makes the file of an upload count again that was rejected and is reopened. */
export async function claimFiles(tx: Transaction, upload: number): Promise<void> {
  await tx
    .update(files)
    .set({ counts: true })
    .where(and(eq(files.upload, upload), eq(files.versionState, 'current')));
}

/** Status, time of decision and ratings of an upload, without the names of experts. */
export async function findDecision(
  db: Queryable,
  upload: number,
): Promise<{ status: UploadStatus; decidedAt: Date | null; votes: { panel: number; rating: Rating }[] } | null> {
  const [row] = await db
    .select({ status: uploads.status, decidedAt: uploads.decidedAt })
    .from(uploads)
    .where(eq(uploads.number, upload));
  if (!row) return null;
  const ratings = await db
    .select({ panel: votes.panel, rating: votes.rating })
    .from(votes)
    .where(eq(votes.upload, upload))
    .orderBy(asc(votes.panel));
  return { ...row, votes: ratings };
}
