import { isOnBoard } from '@domain/roles';

import { standingOf } from './access';
import type { RepositoryContext, RoleHolder } from './context';
import { isChair } from './policy';
import type { Queryable } from '../store/database';
import { addPeople, findPeople, listSeenExperts, type Person } from '../store/people';
import type { UploadProgress } from '../store/upload-progress';

type Accounts = Pick<RepositoryContext, 'roleHolders' | 'now'>;

/**
 * Members of the board who have an e-mail address, by subject: from the accounts of our own identity provider, so that
 * a role counts from its first moment to its last, or else those whose latest token contained a role of the board.
 */
export async function listExperts(db: Queryable, { roleHolders, now }: Accounts): Promise<Person[]> {
  const accounts = await roleHolders(db);
  const experts = accounts
    ? await asPeople(
        db,
        accounts.filter(({ roles }) => isOnBoard(roles)),
        now(),
      )
    : await listSeenExperts(db);
  return experts.filter(({ email }) => email !== '');
}

/** Members of the chair who have an e-mail address and are not involved in a submission. */
export async function listChairs(
  db: Queryable,
  accounts: Accounts,
  submission: Pick<UploadProgress, 'upload' | 'study' | 'members'>,
): Promise<Person[]> {
  const experts = await listExperts(db, accounts);
  return experts.filter((one) => isChair(one) && standingOf(one, submission) === 'board');
}

async function asPeople(db: Queryable, holders: RoleHolder[], now: Date): Promise<Person[]> {
  const subjects = holders.map(({ subject }) => subject);
  const known = await findPeople(db, subjects);
  const missing = holders.filter(({ subject }) => !known.has(subject));
  await addPeople(db, missing, now);
  const people = missing.length === 0 ? known : await findPeople(db, subjects);
  return holders
    .flatMap((holder) => {
      const person = people.get(holder.subject);
      return person ? [{ ...person, ...holder, knownAs: [...person.knownAs, person.name] }] : [];
    })
    .sort((a, b) => (a.subject < b.subject ? -1 : 1));
}
