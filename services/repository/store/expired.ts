import { and, isNull, lt, sql } from 'drizzle-orm';

import { formerPrefix } from '@domain/former-person';

import type { Transaction } from './database';
import { downloadItems, downloadSessions, studyMembers, waitingMails } from './schema';

/**
 * Forgets what was stated about downloads that were opened before a time: the downloads stay in the lists of their
 * owners, and those of deleted accounts go.
 */
export async function forgetPurposes(tx: Transaction, before: Date): Promise<void> {
  const isOld = lt(downloadSessions.openedAt, before);
  const abandoned = and(isOld, sql`starts_with(${downloadSessions.subject}, ${formerPrefix})`);
  const ids = tx.select({ id: downloadSessions.id }).from(downloadSessions).where(abandoned);
  await tx.delete(downloadItems).where(sql`${downloadItems.session} in (${ids})`);
  await tx.delete(downloadSessions).where(abandoned);
  const isStated = sql`${downloadSessions.purpose} is not null`;
  const nothing = { institution: null, country: null, purpose: null };
  await tx.update(downloadSessions).set(nothing).where(and(isOld, isStated));
}

/** Deletes invitations and offers that nobody accepted and that ended or expired before a time. */
export async function deleteOldInvitations(tx: Transaction, before: Date): Promise<void> {
  const end = sql`coalesce(${studyMembers.endedAt}, ${studyMembers.expiresAt})`;
  await tx.delete(studyMembers).where(and(isNull(studyMembers.acceptedAt), sql`${end} < ${before.toISOString()}`));
}

/** Deletes mails that wait for a daily digest since a time before this one, whose recipients get none any more. */
export async function deleteOldWaitingMails(tx: Transaction, before: Date): Promise<void> {
  await tx.delete(waitingMails).where(lt(waitingMails.at, before));
}
