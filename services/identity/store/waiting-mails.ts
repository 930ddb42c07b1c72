import { randomUUID } from 'node:crypto';

import { asc, eq, inArray, lte, sql } from 'drizzle-orm';

import type { MailOrder } from './mail-order';
import type { Database, Queryable } from './database';
import { waitingMails } from './schema';

export type WaitingMail = typeof waitingMails.$inferSelect;

/** Longer than the mail server's connection, greeting and response may take together (nodemailer-mailer.ts). */
const leaseMs = 2 * 60 * 1000;

/** Orders a mail, also within a transaction. It is not sent before the transaction ends. */
export async function orderMail(db: Queryable, order: MailOrder, now: Date): Promise<void> {
  await db.insert(waitingMails).values({ id: randomUUID(), order, createdAt: now, nextAttemptAt: now });
}

/**
 * Takes the mail that has been due for longest; null if none is due. No other call returns it until its lease is over,
 * so that of several servers only one sends it.
 */
export async function claimMail(db: Database, now: Date): Promise<WaitingMail | null> {
  const due = db
    .select({ id: waitingMails.id })
    .from(waitingMails)
    .where(lte(waitingMails.nextAttemptAt, now))
    .orderBy(asc(waitingMails.nextAttemptAt))
    .limit(1)
    .for('update', { skipLocked: true });
  const [mail] = await db
    .update(waitingMails)
    .set({ attempts: sql`${waitingMails.attempts} + 1`, nextAttemptAt: new Date(now.getTime() + leaseMs) })
    .where(inArray(waitingMails.id, due))
    .returning();
  return mail ?? null;
}

export async function postponeMail(db: Database, id: string, nextAttemptAt: Date): Promise<void> {
  await db.update(waitingMails).set({ nextAttemptAt }).where(eq(waitingMails.id, id));
}

export async function removeMail(db: Database, id: string): Promise<void> {
  await db.delete(waitingMails).where(eq(waitingMails.id, id));
}
