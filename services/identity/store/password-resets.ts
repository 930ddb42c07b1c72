import { and, eq, gt, lt, ne } from 'drizzle-orm';

import type { Language } from '@domain/language';
import { hashOf, signatureOf } from '@domain/secrets';
import { replacePassword, type AccountChange, type AccountRow } from './accounts';
import type { Database } from './database';
import { passwordResets } from './schema';
import { orderMail } from './waiting-mails';

const validSeconds = 60 * 60;
/** Limits how many mails with links one account can be sent, whoever asks for them. Administrators may send another. */
const maxOpenLinks = 3;

interface ResetOrder {
  /** Id of the mail. */
  id: string;
  account: Pick<AccountRow, 'id' | 'generation'>;
  /** Secret from which tokens are made. */
  key: string;
  /** Whether an administrator sends the link. */
  isOrdered: boolean;
  now: Date;
}

/**
 * Returns the token for a mailed link that is valid for an hour from now; null if the account has enough open links
 * already. The token is the same with each call, because a mail that seems to have failed may have been delivered. Only
 * a new password changes it, so that a used link stays void.
 */
export async function createResetToken(
  db: Database,
  { id, account, key, isOrdered, now }: ResetOrder,
): Promise<string | null> {
  const token = signatureOf(JSON.stringify(['new password', id, account.id, account.generation]), key);
  const tokenHash = hashOf(token);
  const { accountId, expiresAt } = passwordResets;
  const others = and(eq(accountId, account.id), gt(expiresAt, now), ne(passwordResets.tokenHash, tokenHash));
  if (!isOrdered && (await db.$count(passwordResets, others)) >= maxOpenLinks) return null;
  const ends = { expiresAt: new Date(now.getTime() + validSeconds * 1000) };
  await db
    .insert(passwordResets)
    .values({ tokenHash, accountId: account.id, ...ends })
    .onConflictDoUpdate({ target: passwordResets.tokenHash, set: ends });
  return token;
}

/** Removes a link that was not mailed, so that it does not count as open. */
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
    const { id, email, name } = change.account;
    await orderMail(tx, { kind: 'password-changed', of: id, account: { email, name }, language }, now);
    return change;
  });
}

export async function purgePasswordResets(db: Database, before: Date): Promise<void> {
  await db.delete(passwordResets).where(lt(passwordResets.expiresAt, before));
}

function isOpen(token: string, now: Date) {
  return and(eq(passwordResets.tokenHash, hashOf(token)), gt(passwordResets.expiresAt, now));
}
