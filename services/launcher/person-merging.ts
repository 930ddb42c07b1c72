import { sql } from 'drizzle-orm';

import type { PersonMerging } from '../identity/accounts/merge-accounts';
import type { Queryable as IdentityQueryable } from '../identity/store/database';
import type { RepositoryContext } from '../repository/context/context';
import { findMergeConflict, lockForMerge, mergePeople } from '../repository/persons/merge-people';
import type { Transaction } from '../repository/store/database';

/**
 * What web app and repository do when two accounts are merged, for the identity provider. All three are schemas of one
 * database, so accounts and everything else change in one transaction.
 */
export function personMergingOf(repository: () => Pick<RepositoryContext, 'db' | 'now'>): PersonMerging {
  return {
    transaction: (work) => repository().db.transaction((tx) => work(tx as unknown as IdentityQueryable)),
    lock: (tx, people) => lockForMerge(inRepository(tx), people),
    conflict: (tx, people) => findMergeConflict(inRepository(tx), people),
    give: async (given, people) => {
      const tx = inRepository(given);
      await giveDrafts(tx, people.from.id, people.into.id);
      await mergePeople(tx, repository().now(), people);
    },
  };
}

/** The transactions differ only in which tables they know by name. */
function inRepository(tx: IdentityQueryable): Transaction {
  return tx as unknown as Transaction;
}

/**
 * Ends the sessions of one account in the web app and gives its drafts to the other, which goes on with its uploads. Where
 * both have a draft of the same form, that of the account that stays is shown, and the other one can be restored. Sessions
 * first: a draft that is being stored holds one, and without one none is stored.
 */
async function giveDrafts(tx: Transaction, from: string, into: string): Promise<void> {
  await tx.execute(sql`delete from web.sessions where subject = ${from}`);
  // What administrators have typed about an account that is gone.
  await tx.execute(sql`delete from web.drafts where object = ${from}`);
  // Records of saves belong to windows of these sessions.
  await tx.execute(sql`delete from web.drafts where subject = ${from} and state = 'saved'`);
  await tx.execute(sql`
    update web.drafts as own set state = 'conflict' where subject = ${from} and state = 'draft' and exists (
      select from web.drafts as other where other.subject = ${into} and other.state = 'draft'
        and other.form = own.form and other.object = own.object)`);
  await tx.execute(sql`
    update web.drafts set subject = ${into}, window_id = gen_random_uuid()::text where subject = ${from}`);
}
