import { replacePassword, type Account } from './accounts';
import type { ProviderSession } from './provider-session';
import { updateProfile } from './store/accounts';
import type { Database } from './store/database';

/**
 * Changes name, e-mail and, where given, the password of an account. A new password ends every other
 * session of the account; the one in which it was changed goes on. Returns false, having changed nothing,
 * when another account has the e-mail.
 */
export async function changeProfile(
  db: Database,
  account: Account,
  session: ProviderSession,
  change: { name: string; email: string; newPassword?: string },
): Promise<boolean> {
  if (!(await updateProfile(db, account.id, { name: change.name, email: change.email }))) return false;
  if (change.newPassword !== undefined) {
    const grantIds = Object.values(session.authorizations ?? {}).flatMap(({ grantId }) => grantId ?? []);
    await replacePassword(db, account.id, change.newPassword, { sessionUid: session.uid, grantIds });
  }
  return true;
}
