import { sql } from 'drizzle-orm';

import type { PersonalData } from '../identity/accounts/delete-account';
import type { RepositoryContext } from '../repository/context/context';
import type { Queryable } from '../repository/store/database';
import { countKept } from '../repository/store/kept-of-person';
import { beginDeletion } from '../repository/persons/delete-person';

/**
 * What web app and repository keep about people, for the identity provider. All three are schemas of one database, so an
 * account and the order to delete the rest are gone or there together. The repository opens after the provider, whose
 * keys it needs.
 */
export function personalDataOf(repository: () => Pick<RepositoryContext, 'db' | 'jobs' | 'now'>): PersonalData {
  return {
    count: (subject) => countKept(repository().db, subject),
    forget: async (tx, person) => {
      await forgetInWebApp(tx, person.subject);
      await beginDeletion(tx, repository(), person);
    },
    goOn: () => repository().jobs.nudge(),
  };
}

/**
 * Deletes sessions and drafts: the rows of every table of the web app that says whose they are, and what administrators
 * have typed about the account. Sessions first: a draft that is being stored holds one, and without one none is stored.
 */
async function forgetInWebApp(tx: Pick<Queryable, 'execute'>, subject: string): Promise<void> {
  await tx.execute(sql`delete from web.sessions where subject = ${subject}`);
  await tx.execute(sql`delete from web.drafts where object = ${subject}`);
  const { rows } = await tx.execute<{ table: string }>(sql`
    select quote_ident(table_name) as "table" from information_schema.columns
    where table_schema = 'web' and column_name = 'subject'`);
  for (const { table } of rows) {
    await tx.execute(sql`delete from web.${sql.raw(table)} where subject = ${subject}`);
  }
}
