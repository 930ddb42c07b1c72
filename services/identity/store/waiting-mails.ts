import { randomUUID } from 'node:crypto';

import { and, asc, eq, gt, inArray, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';

import type { MailOrder } from './mail-order';
import type { Database, Queryable } from './database';
import { addressConfirmations, waitingMails } from './schema';

export type WaitingMail = typeof waitingMails.$inferSelect;

/** Mails wait this long for an unavailable mail server. */
export const mailWaitingMs = 3 * 24 * 60 * 60 * 1000;
const leaseMs = 2 * 60 * 1000;
/** Sending a mail may take this long, so that the lease is not over before. */
export const sendingMs = leaseMs - 30_000;

/** Orders a mail, also within a transaction. It is not sent before the transaction ends. */
export async function orderMail(db: Queryable, order: MailOrder, now: Date): Promise<void> {
  await db.insert(waitingMails).values({ id: randomUUID(), order, createdAt: now, nextAttemptAt: now });
}

/**
 * Takes the mail that has been due for longest; null if none is due. No other call returns it until its lease is over,
 * so that of several servers only one sends it.
 */
export async function claimMail(db: Queryable, now: Date): Promise<WaitingMail | null> {
  // As a subquery of the condition, a plan may run it several times and claim as many mails.
  const due = db
    .$with('due')
    .as(
      db
        .select({ id: waitingMails.id })
        .from(waitingMails)
        .where(lte(waitingMails.nextAttemptAt, now))
        .orderBy(asc(waitingMails.nextAttemptAt))
        .limit(1)
        .for('update', { skipLocked: true }),
    );
  const [mail] = await db
    .with(due)
    .update(waitingMails)
    .set({ attempts: sql`${waitingMails.attempts} + 1`, nextAttemptAt: new Date(now.getTime() + leaseMs) })
    .where(inArray(waitingMails.id, db.select({ id: due.id }).from(due)))
    .returning();
  return mail ?? null;
}

/**
 * Lets a mail wait, with the code of what failed. Changes nothing and returns false if another server has taken it over
 * since it was claimed.
 */
export async function postponeMail(
  db: Database,
  claimed: WaitingMail,
  failure: Pick<WaitingMail, 'nextAttemptAt' | 'lastCode'>,
): Promise<boolean> {
  return (await db.update(waitingMails).set(failure).where(isClaim(claimed)).returning()).length > 0;
}

/**
 * Ends the attempts of a mail and keeps it for administrators. With `of`, the account that it is about, as only sending
 * it has told; of the links for one account the latest is kept, because anybody can ask for them. Changes nothing and
 * returns false if another server has taken it over.
 */
export function refuseMail(
  db: Database,
  claimed: WaitingMail,
  { lastCode, of }: { lastCode: string | null; of: string | undefined },
): Promise<boolean> {
  const { id, order, nextAttemptAt } = waitingMails;
  return db.transaction(async (tx) => {
    const refused = { nextAttemptAt: null, lastCode, order: { ...claimed.order, ...(of === undefined ? {} : { of }) } };
    const isDone = (await tx.update(waitingMails).set(refused).where(isClaim(claimed)).returning()).length > 0;
    if (!isDone || of === undefined) return isDone;
    const isEqual = and(eq(sql`${order} ->> 'kind'`, claimed.order.kind), eq(sql`${order} ->> 'of'`, of));
    await tx.delete(waitingMails).where(and(isEqual, isNull(nextAttemptAt), ne(id, claimed.id)));
    return true;
  });
}

/** Removes refused mails that were ordered before a moment, and those whose confirmation does not exist any more. */
export async function purgeRefusedMails(db: Database, before: Date): Promise<void> {
  const { order, createdAt, nextAttemptAt } = waitingMails;
  const hasEnded = sql`${order} ->> 'kind' = 'confirmation' and not exists (
    select from ${addressConfirmations} where ${addressConfirmations.id} = ${order} ->> 'confirmation')`;
  await db.delete(waitingMails).where(and(isNull(nextAttemptAt), or(lt(createdAt, before), hasEnded)));
}

/** Removes the order of a mail. Changes nothing and returns false if another server has taken it over. */
export async function removeMail(db: Database, claimed: WaitingMail): Promise<boolean> {
  return (await db.delete(waitingMails).where(isClaim(claimed)).returning()).length > 0;
}

/** Each server that takes a mail over counts one attempt more. */
function isClaim({ id, attempts }: WaitingMail) {
  return and(eq(waitingMails.id, id), eq(waitingMails.attempts, attempts));
}

/** A mail that has been tried and waits, or was refused, for administrators. */
export interface WaitingAccountMail {
  id: string;
  /** '' if there is no longer a reason for the mail. */
  recipient: string;
  kind: MailOrder['kind'];
  since: Date;
  /** Of the next attempt; while a server sends it, when others may take over; null if it was refused or given up. */
  nextAt: Date | null;
  attempts: number;
  /** Of the last failure; null if there was none, or it had none. */
  code: string | null;
}

/** How many mails have been tried and wait or were refused. */
export function countTriedMails(db: Queryable): Promise<number> {
  return db.$count(waitingMails, gt(waitingMails.attempts, 0));
}

/** Mails that have been tried and wait or were refused, oldest first, the first `limit` of them. */
export async function listTriedMails(db: Queryable, limit: number): Promise<WaitingAccountMail[]> {
  const rows = await withConfirmed(db)
    .where(gt(waitingMails.attempts, 0))
    .orderBy(asc(waitingMails.createdAt), asc(waitingMails.id))
    .limit(limit);
  return rows.map(({ mail: { id, order, attempts, createdAt, nextAttemptAt, lastCode }, confirmed }) => ({
    ...{ id, attempts, since: createdAt, nextAt: nextAttemptAt, code: lastCode },
    recipient: recipientOf(order) ?? confirmed ?? '',
    kind: order.kind,
  }));
}

/** Address to which a mail goes; '' if it is not there any more, or there is no longer a reason for it. */
export async function findRecipient(db: Queryable, id: string): Promise<string> {
  const [row] = await withConfirmed(db).where(eq(waitingMails.id, id));
  return row ? (recipientOf(row.mail.order) ?? row.confirmed ?? '') : '';
}

/** Waiting mails with the addresses that those about a confirmation go to. */
function withConfirmed(db: Queryable) {
  return db
    .select({ mail: waitingMails, confirmed: addressConfirmations.email })
    .from(waitingMails)
    .leftJoin(addressConfirmations, sql`${addressConfirmations.id} = ${waitingMails.order} ->> 'confirmation'`);
}

function recipientOf(order: MailOrder): string | null {
  if (order.kind === 'confirmation') return null;
  if (order.kind === 'reset') return order.email;
  return order.kind === 'email-changed' ? order.former.email : order.account.email;
}

/** Makes a mail due that waits for its next attempt or was refused. Returns false if it is neither any more. */
export async function hurryMail(db: Queryable, id: string, now: Date): Promise<boolean> {
  return (await db.update(waitingMails).set({ nextAttemptAt: now }).where(isStuck(id, now)).returning()).length > 0;
}

/** Removes a mail that waits for its next attempt or was refused. Returns false if it is neither any more. */
export async function discardMail(db: Queryable, id: string, now: Date): Promise<boolean> {
  return (await db.delete(waitingMails).where(isStuck(id, now)).returning()).length > 0;
}

function isStuck(id: string, now: Date) {
  const { nextAttemptAt } = waitingMails;
  return and(eq(waitingMails.id, id), or(isNull(nextAttemptAt), gt(nextAttemptAt, now)));
}
