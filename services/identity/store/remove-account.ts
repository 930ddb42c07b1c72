import { eq, or, sql } from 'drizzle-orm';

import { removeArtifactsOfAccount } from './artifacts';
import type { AccountChange, AccountRow } from './accounts';
import type { Queryable } from './database';
import { accounts, addressConfirmations, outsideIdentities, waitingMails } from './schema';

/**
 * Deletes a locked account with everything of it: sessions, tokens, mailed links, and mails that wait, also those to former
 * addresses. `ids` are those of the account and of the accounts that were merged into it.
 */
export async function removeAccount(
  tx: Queryable,
  account: AccountRow,
  ids: readonly string[],
): Promise<AccountChange> {
  const { id, emailKey } = account;
  const endedSessions = await removeArtifactsOfAccount(tx, id);
  const ofAccount = or(eq(addressConfirmations.emailKey, emailKey), eq(addressConfirmations.accountId, id));
  const confirmations = await tx
    .delete(addressConfirmations)
    .where(ofAccount)
    .returning({ id: addressConfirmations.id });
  const links = sql.param(confirmations.map((row) => row.id));
  const { order } = waitingMails;
  const addressed = ['{email}', '{account,email}', '{former,email}'].map(
    (place) => sql`lower(${order} #>> ${place}::text[]) = ${emailKey}`,
  );
  const isAbout = sql`${order} ->> 'of' = any(${sql.param([...ids])}::text[])`;
  const isOfLink = sql`${order} ->> 'confirmation' = any(${links}::text[])`;
  await tx.delete(waitingMails).where(or(...addressed, isAbout, isOfLink));
  await tx.delete(accounts).where(eq(accounts.id, id));
  return { account, endedSessions };
}

/**
 * Ends a locked account whose owner has another one: outside identities lead to `into` from now on; password, second
 * factors, sessions, tokens and mailed links are gone. Mails that wait are sent.
 */
export async function endMergedAccount(tx: Queryable, account: AccountRow, into: string): Promise<AccountChange> {
  const { id } = account;
  await tx.update(outsideIdentities).set({ accountId: into }).where(eq(outsideIdentities.accountId, id));
  const endedSessions = await removeArtifactsOfAccount(tx, id);
  await tx.delete(accounts).where(eq(accounts.id, id));
  return { account, endedSessions };
}
