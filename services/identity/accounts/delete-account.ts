import type { KeptOfPerson } from '@domain/kept-of-person';
import type { Language } from '@domain/language';

import { forgetInActs } from '../../audit/audit';
import type { AccountChange, AccountRow } from '../store/accounts';
import type { Database, Queryable } from '../store/database';
import { lockAccount } from '../store/administered-accounts';
import { isOnlyChair, removeAccount } from '../store/remove-account';

/** Somebody whose account is deleted. `subject` is the `sub` of their tokens; `language` that of the last mail. */
export interface DeletedPerson {
  subject: string;
  name: string;
  email: string;
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

/** Why an account is not deleted: its owner is the only chair, or has a new password since it was checked. */
export type DeletionRefusal = 'only-chair' | 'changed';

/**
 * Deletes an account in one transaction, with all its sessions and tokens, so that nobody can use it from then on. What
 * other parts keep about its owner is deleted afterwards by jobs of theirs.
 */
export async function deleteAccount(
  db: Database,
  personalData: PersonalData,
  { id, generation, language }: Pick<AccountRow, 'id' | 'generation'> & { language: Language | null },
): Promise<AccountChange | DeletionRefusal> {
  const outcome = await db.transaction(async (tx) => {
    const account = (await lockAccount(tx, id))?.account;
    if (account?.generation !== generation) return 'changed';
    if (await isOnlyChair(tx, account)) return 'only-chair';
    const { name, email } = account;
    await forgetInActs(tx, id);
    await personalData.forget(tx, { subject: id, name, email, language });
    return removeAccount(tx, account);
  });
  if (typeof outcome !== 'string') personalData.goOn();
  return outcome;
}
