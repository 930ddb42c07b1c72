import { asc, eq, inArray } from 'drizzle-orm';

import type { Queryable, Transaction } from './database';
import { waitingMails } from './schema';

export type WaitingMail = typeof waitingMails.$inferSelect;

/** Keeps a mail for the next digest of its recipient. */
export async function keepWaitingMail(
  tx: Transaction,
  { recipient, subject, text, at }: Omit<WaitingMail, 'id'>,
): Promise<void> {
  await tx.insert(waitingMails).values({ recipient, subject, text, at });
}

/** Subjects of the people for whom mails wait, with the moment of the oldest. */
export async function listWaiting(db: Queryable): Promise<Map<string, Date>> {
  const rows = await db
    .select({ recipient: waitingMails.recipient, at: waitingMails.at })
    .from(waitingMails)
    .orderBy(asc(waitingMails.at));
  const oldest = new Map<string, Date>();
  for (const { recipient, at } of rows) if (!oldest.has(recipient)) oldest.set(recipient, at);
  return oldest;
}

/** Locks the mails of a person that wait, oldest first. Whoever locks later finds none. */
export function lockWaitingMails(tx: Transaction, recipient: string): Promise<WaitingMail[]> {
  return tx
    .select()
    .from(waitingMails)
    .where(eq(waitingMails.recipient, recipient))
    .orderBy(asc(waitingMails.id))
    .for('update');
}

/** Deletes mails that no longer wait. */
export async function removeWaitingMails(tx: Transaction, ids: number[]): Promise<void> {
  await tx.delete(waitingMails).where(inArray(waitingMails.id, ids));
}
