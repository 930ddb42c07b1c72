import type { KeptOfPerson } from '@domain/kept-of-person';
import type { Language } from '@domain/language';
import { adminRole, chairRole } from '@domain/roles';

import { forgetInActs, recordAct, withMerged } from '../../audit/audit';
import type { AccountChange, AccountRow } from '../store/accounts';
import type { Database, Queryable } from '../store/database';
import {
  type LastHolderRefusal,
  lockAccount,
  type AccountWithRoles,
  readAccounts,
} from '../store/administered-accounts';
import { listUnconfirmed } from '../store/address-confirmations';
import { removeAccount } from '../store/remove-account';

/** Somebody whose account is deleted. `subject` is the `sub` of their tokens; `language` that of the last mail. */
export interface DeletedPerson {
  subject: string;
  name: string;
  email: string;
  /** New addresses that have not been confirmed. */
  otherAddresses: string[];
  /** Null if it is that of their last visit. */
  language: Language | null;
}

/** What the other parts of the installation keep about people. */
export interface PersonalData {
  /** How much they keep of somebody. */
  count(subject: string): Promise<KeptOfPerson>;
  /** Deletes it, or begins to, in the transaction that deletes the account. */
  forget(tx: Queryable, person: DeletedPerson): Promise<void>;
  /** Goes on with it after that transaction. */
  goOn(): void;
}

/**
 * Why an account is not deleted: nobody else has a needed role, it has a new password since that was checked, or it is
 * gone.
 */
export type DeletionRefusal = LastHolderRefusal | 'changed' | 'gone';

/** Why an account must stay as long as nobody else has its role; null if it may be deleted. */
export async function mustStay(db: Database, id: string): Promise<LastHolderRefusal | null> {
  return refusalOf((await readAccounts(db, [id])).get(id) ?? null);
}

const refusalOf = (locked: AccountWithRoles | null) =>
  locked?.mustKeep(chairRole) ?? locked?.mustKeep(adminRole) ?? null;

/**
 * Deletes an account in one transaction, with all its sessions and tokens, so that nobody can use it from then on. What
 * other parts keep about its owner is deleted afterwards by jobs of theirs. `actor` is recorded: the owner, or null for a
 * command of the operator.
 */
export async function deleteAccount(
  db: Database,
  personalData: PersonalData,
  {
    id,
    generation,
    language,
    actor,
  }: Pick<AccountRow, 'id' | 'generation'> & { language: Language | null; actor: string | null },
): Promise<AccountChange | DeletionRefusal> {
  const outcome = await db.transaction(async (tx) => {
    const locked = await lockAccount(tx, id);
    if (!locked) return 'gone';
    if (locked.account.generation !== generation) return 'changed';
    const { account } = locked;
    const refusal = refusalOf(locked);
    if (refusal) return refusal;
    const { name, email } = account;
    await forgetInActs(tx, id);
    await recordAct(tx, { at: new Date(), actor, act: 'account-deleted', account: id });
    const otherAddresses = await listUnconfirmed(tx, id);
    await personalData.forget(tx, { subject: id, name, email, otherAddresses, language });
    return removeAccount(tx, account, await withMerged(tx, [id]));
  });
  if (typeof outcome !== 'string') personalData.goOn();
  return outcome;
}
