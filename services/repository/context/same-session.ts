import { Refusal } from '@domain/error-codes';

import type { Queryable } from '../store/database';
import type { Actor, KnownAccount, RepositoryContext } from './context';

/**
 * The account of somebody who has logged in. Refuses with 'unauthenticated' if it has ended or is locked, or if all its
 * sessions have ended since that login. Null with an outside provider, which cannot be asked.
 */
export async function requireSameSession(
  db: Queryable,
  { findAccount }: Pick<RepositoryContext, 'findAccount'>,
  { subject, generation }: Pick<Actor, 'subject' | 'generation'>,
): Promise<KnownAccount | null> {
  const account = (await findAccount?.(db, subject)) ?? null;
  if (findAccount && account?.generation !== generation) throw new Refusal('unauthenticated');
  return account;
}
