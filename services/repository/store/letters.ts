import { and, eq, inArray, isNotNull, isNull, lt } from 'drizzle-orm';

import type { Queryable, Transaction } from './database';
import { decisionLetters, uploads } from './schema';

export type LetterRecord = typeof decisionLetters.$inferSelect;

/** Letter about the decision on an upload; null if there is none. */
export async function findLetter(db: Queryable, upload: number): Promise<LetterRecord | null> {
  const [row] = await db.select().from(decisionLetters).where(eq(decisionLetters.upload, upload));
  return row ?? null;
}

/** Those of the given uploads whose letters have not been sent. */
export async function listAwaitingLetter(db: Queryable, numbers: number[]): Promise<Set<number>> {
  const rows = await db
    .select({ upload: decisionLetters.upload })
    .from(decisionLetters)
    .where(and(inArray(decisionLetters.upload, numbers), isNull(decisionLetters.sentAt)));
  return new Set(rows.map(({ upload }) => upload));
}

/** Stores the letter that was made with a decision. */
export async function addLetter(tx: Transaction, letter: { upload: number; text: string }): Promise<void> {
  await tx.insert(decisionLetters).values({ ...letter, version: 1 });
}

/** Changes a letter: its next version, or the time at which it was sent. */
export async function changeLetter(
  tx: Transaction,
  upload: number,
  changed: Partial<Pick<LetterRecord, 'text' | 'version' | 'sentAt'>>,
): Promise<void> {
  await tx.update(decisionLetters).set(changed).where(eq(decisionLetters.upload, upload));
}

/** Deletes the letter of a decision that does not hold any more. If it was sent, the history keeps its text. */
export async function removeLetter(tx: Transaction, upload: number): Promise<void> {
  await tx.delete(decisionLetters).where(eq(decisionLetters.upload, upload));
}

/** Uploads that were decided before a time and whose letters have not been sent. */
export async function listUnsentLetters(db: Queryable, decidedBefore: Date): Promise<number[]> {
  const rows = await db
    .select({ upload: decisionLetters.upload })
    .from(decisionLetters)
    .innerJoin(uploads, eq(uploads.number, decisionLetters.upload))
    .where(and(isNull(decisionLetters.sentAt), isNotNull(uploads.decidedAt), lt(uploads.decidedAt, decidedBefore)));
  return rows.map(({ upload }) => upload);
}
