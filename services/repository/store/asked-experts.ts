import { and, eq, ne } from 'drizzle-orm';

import type { Queryable, Transaction } from './database';
import type { Person } from './people';
import { askedExperts, people } from './schema';

/** Keeps who is asked to vote on an upload. */
export async function keepAskedExperts(tx: Transaction, upload: number, experts: Person[]): Promise<void> {
  if (experts.length === 0) return;
  await tx.insert(askedExperts).values(experts.map(({ subject }) => ({ upload, expert: subject })));
}

/** Who was asked to vote on an upload and can be written to, as they are known now. */
export async function listAskedExperts(db: Queryable, upload: number): Promise<Person[]> {
  const rows = await db
    .select({ person: people })
    .from(askedExperts)
    .innerJoin(people, eq(people.subject, askedExperts.expert))
    .where(and(eq(askedExperts.upload, upload), ne(people.email, '')))
    .orderBy(people.subject);
  return rows.map(({ person }) => person);
}

/** Forgets who was asked: the upload was withdrawn, and others may be asked next time. */
export async function removeAskedExperts(tx: Transaction, upload: number): Promise<void> {
  await tx.delete(askedExperts).where(eq(askedExperts.upload, upload));
}
