import { and, eq, sql } from 'drizzle-orm';

import type { Language } from '@domain/language';
import { comparedEmail } from '@domain/text';

import { lockSameAccount, replacePassword, type AccountChange, type AccountRow } from './accounts';
import { askForConfirmation, unconfirmedEmail, voidAddresses } from './address-confirmations';
import type { Database } from './database';
import { recipient } from './mail-order';
import { accounts } from './schema';
import { orderMail } from './waiting-mails';

interface ProfileChanges {
  name: string;
  email: string;
  /** null = the password stays */
  passwordHash: string | null;
  /** Of the mails about the changes. */
  language: Language;
  now: Date;
}

/** Whether an e-mail address is another one than that of an account, and not only another spelling of it. */
export function isNewEmail(email: string, account: Pick<AccountRow, 'emailKey'>): boolean {
  return comparedEmail(email) !== account.emailKey;
}

/**
 * Changes name and, if `passwordHash` is given, the password of an account in one transaction, and orders the mails
 * about it. A new password ends every session and token of the account. A new e-mail address is stored until its mailed
 * link is opened; only another spelling of the present one is changed at once, and voids the link of a new one that
 * waits, which may have been a typing error. Returns null and changes nothing if the password was changed since `account`
 * was read, because the request may come from somebody who knows only the previous password. `endedSessions` is empty unless the password was changed.
 */
export function changeProfile(
  db: Database,
  account: Pick<AccountRow, 'id' | 'emailKey' | 'generation'>,
  { name, email, passwordHash, language, now }: ProfileChanges,
): Promise<AccountChange | null> {
  const isNew = isNewEmail(email, account);
  // A new address may have been confirmed since the account was read. Then the former one is not written again.
  const isSame = sql`${accounts.emailKey} = ${account.emailKey}`;
  const spelling = isNew ? {} : { email: sql`case when ${isSame} then ${email} else ${accounts.email} end` };
  return db.transaction(async (tx) => {
    const [changed] = await tx
      .update(accounts)
      .set({ name, ...spelling })
      .where(and(eq(accounts.id, account.id), eq(accounts.generation, account.generation)))
      .returning();
    if (!changed) return null;
    const renewed = passwordHash === null ? null : await replacePassword(tx, account.id, passwordHash);
    const told = { of: account.id, account: recipient(changed), language };
    if (renewed) await orderMail(tx, { kind: 'password-changed', ...told }, now);
    const result = renewed ?? { account: changed, endedSessions: [] };
    if (isNew) await askForConfirmation(tx, { email, account: result.account, language, now });
    else await voidAddresses(tx, account.id);
    return result;
  });
}

/** Voids the link of the new address of an account, if it is still this one. Returns whether it was. */
export function withdrawEmail(
  db: Database,
  account: Pick<AccountRow, 'id' | 'generation'>,
  { email, now }: { email: string; now: Date },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockSameAccount(tx, account);
    if ((await unconfirmedEmail(tx, account, now)) !== email) return false;
    await voidAddresses(tx, account.id);
    return true;
  });
}
