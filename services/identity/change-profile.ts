import { replacePassword, type Account, type PasswordChange } from './accounts';
import { hashPassword } from './passwords';
import { isUniqueViolation, updateProfile } from './store/accounts';
import type { Database } from './store/database';
import { removePasswordResets } from './store/password-resets';

/** What became of a change of profile: `endedSessions` where the password was changed as well. */
type ProfileChange = PasswordChange | { account: null; refusal: 'email-taken' | 'changed-meanwhile' };

/**
 * Changes name, e-mail and, where given, the password of an account, all of it or nothing. A new password ends every
 * session and token of the account, a new e-mail voids links that were mailed to the former one. Nothing is changed
 * when another account has the e-mail, or when the password was changed since `account` was read: whoever holds the
 * former one may be sending this at the same moment.
 */
export async function changeProfile(
  db: Database,
  account: Account,
  change: { name: string; email: string; newPassword?: string },
): Promise<ProfileChange> {
  const { name, email, newPassword } = change;
  const passwordHash = newPassword === undefined ? null : await hashPassword(newPassword);
  try {
    return await db.transaction(async (tx) => {
      const changed = await updateProfile(tx, account, { name, email });
      if (!changed) return { account: null, refusal: 'changed-meanwhile' };
      if (email !== account.email) await removePasswordResets(tx, account.id);
      const renewed = passwordHash === null ? null : await replacePassword(tx, account.id, passwordHash);
      return renewed ?? { account: changed, endedSessions: [] };
    });
  } catch (error) {
    if (isUniqueViolation(error)) return { account: null, refusal: 'email-taken' };
    throw error;
  }
}
