import { redirect, type PageRequest } from '../http/exchange';
import { sessionOf } from '../provider/session';
import { savedField } from '../signing-in/ended-note';
import { returnQuery } from '../signing-in/sign-in-paths';
import { findAccountById, type AccountRow } from '../store/accounts';
import { factorIn } from '../store/generation';
import { hasSecondFactor } from '../store/second-factors';

/**
 * Returns the account of the provider's session, for a page at `path` below the mount path. Without a session, or with
 * one that has not used the second factor of the account, it redirects to the sign-in page, which leads back and says
 * that nothing was changed if a form was sent.
 */
export async function requireSession(visit: PageRequest, path: string): Promise<AccountRow | null> {
  const { services, context } = visit;
  const account = await accountOfSession(visit);
  if (account) return account;
  const back = returnQuery(visit);
  const unsaved = context.method === 'POST' ? `${back === '' ? '?' : '&'}${savedField}=no` : '';
  const address = `${services.ownOrigin}${services.mountPath}/${path}${back}${unsaved}`;
  redirect(context, `${services.mountPath}/sign-in?returnUrl=${encodeURIComponent(address)}`);
  return null;
}

/** The account of the provider's session; null without one, or with one that has not used the second factor. */
export async function accountOfSession({ services, context }: PageRequest): Promise<AccountRow | null> {
  const { accountId, amr } = await sessionOf(services, context);
  const account = accountId === undefined ? null : await findAccountById(services.db, accountId);
  return account && (factorIn(amr) || !(await hasSecondFactor(services.db, account.id))) ? account : null;
}
