import { Refusal } from '@domain/error-codes';

import type { Queryable } from '../store/database';
import type { Actor, RepositoryContext } from './context';

/**
 * Refuses with 'unauthenticated' if the account of somebody who has logged in has ended or is locked, or if all its
 * sessions have ended since that login. An outside provider cannot be asked.
 */
export async function requireSameSession(
  db: Queryable,
  { findAccount }: Pick<RepositoryContext, 'findAccount'>,
  { subject, generation }: Pick<Actor, 'subject' | 'generation'>,
): Promise<void> {
  if (findAccount && (await findAccount(db, subject))?.generation !== generation) throw new Refusal('unauthenticated');
}
