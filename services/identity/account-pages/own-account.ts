import { redirect, type PageRequest } from '../http/exchange';
import { sessionOf } from '../provider/session';
import { returnQuery } from '../signing-in/interaction';
import { findAccountById, type AccountRow } from '../store/accounts';

/**
 * Returns the account of the provider's session, for a page at `path` below the mount path. Without a session it
 * redirects to the sign-in page, which leads back.
 */
export async function requireSession(visit: PageRequest, path: string): Promise<AccountRow | null> {
  const { services, context } = visit;
  const { accountId } = await sessionOf(services, context);
  const account = accountId === undefined ? null : await findAccountById(services.db, accountId);
  if (account) return account;
  const address = `${services.ownOrigin}${services.mountPath}/${path}${returnQuery(visit)}`;
  redirect(context, `${services.mountPath}/sign-in?returnUrl=${encodeURIComponent(address)}`);
  return null;
}
