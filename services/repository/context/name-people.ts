import { findPeople } from '../store/people';
import type { RepositoryContext } from './context';

/** Names and addresses by subject: as the accounts have them, or those of the latest login at an outside provider. */
export async function namePeople(
  { db, accounts }: Pick<RepositoryContext, 'db' | 'accounts'>,
  subjects: readonly string[],
): Promise<Map<string, { name: string; email: string }>> {
  if (accounts) return accounts.names(subjects);
  return findPeople(db, [...subjects]);
}
