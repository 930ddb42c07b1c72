import { randomBytes } from 'node:crypto';

import { and, eq, gt, lt } from 'drizzle-orm';

import type { Language } from '@domain/language';
import { hashOf } from '@domain/secrets';
import { replacePassword, type AccountChange } from './accounts';
import type { Database } from './database';
import { passwordResets } from './schema';
import { orderMail } from './waiting-mails';

const validSeconds = 60 * 60;
/** Limits how many mails with links one account can be sent. */
const maxOpenLinks = 3;
const tokenBytes = 32;

/** Returns a token for a mailed link that is valid for an hour; null if the account has enough open links already. */
export async function createResetToken(db: Database, accountId: string, now: Date): Promise<string | null> {
  const open = and(eq(passwordResets.accountId, accountId), gt(passwordResets.expiresAt, now));
  if ((await db.$count(passwordResets, open)) >= maxOpenLinks) return null;
  const token = randomBytes(tokenBytes).toString('base64url');
  const expiresAt = new Date(now.getTime() + validSeconds * 1000);
  await db.insert(passwordResets).values({ tokenHash: hashOf(token), accountId, expiresAt });
  return token;
}

/** Removes a link that could not be mailed, so that it does not count as open. */
export async function withdrawResetToken(db: Database, token: string): Promise<void> {
  await db.delete(passwordResets).where(eq(passwordResets.tokenHash, hashOf(token)));
}

/** Whether a link is still valid. */
export async function resetTokenHolds(db: Database, token: string, now: Date): Promise<boolean> {
  return (await db.$count(passwordResets, isOpen(token, now))) > 0;
}

/**
 * Sets a new password with a mailed link, ends all sessions and tokens of the account and orders the mail about it.
 * Returns null if the link is not valid. Of two calls at once only one succeeds.
 */
export function redeemResetToken(
  db: Database,
  { token, passwordHash, language, now }: { token: string; passwordHash: string; language: Language; now: Date },
): Promise<AccountChange | null> {
  return db.transaction(async (tx) => {
    const [used] = await tx.delete(passwordResets).where(isOpen(token, now)).returning();
    const change = used ? await replacePassword(tx, used.accountId, passwordHash) : null;
    if (!change) return null;
    const { email, name } = change.account;
    await orderMail(tx, { kind: 'password-changed', account: { email, name }, language }, now);
    return change;
  });
}

export async function purgePasswordResets(db: Database, before: Date): Promise<void> {
  await db.delete(passwordResets).where(lt(passwordResets.expiresAt, before));
}

function isOpen(token: string, now: Date) {
  return and(eq(passwordResets.tokenHash, hashOf(token)), gt(passwordResets.expiresAt, now));
}
