import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';

import { expertRole } from '@domain/roles';

import type { Queryable, Transaction } from './database';
import { askedExperts, people } from './schema';

export type Person = typeof people.$inferSelect;

/** People by subject; unknown ones are left out. */
export async function findPeople(db: Queryable, subjects: string[]): Promise<Map<string, Person>> {
  const rows = await db.select().from(people).where(inArray(people.subject, subjects));
  return new Map(rows.map((person) => [person.subject, person]));
}

/** Everybody whose latest token held the role of the editorial board and who can be written to. */
export function listExperts(db: Queryable): Promise<Person[]> {
  return db
    .select()
    .from(people)
    .where(and(sql`${expertRole} = any(${people.roles})`, ne(people.email, '')))
    .orderBy(asc(people.subject));
}

/**
 * Keeps name, e-mail, ORCID and roles of a person as the latest verified token says, and returns every
 * e-mail and ORCID they have had. Writes only what changed: each call of the API comes by here, and a row
 * that is written waits for the transactions that refer to it.
 */
export async function recordPerson(
  db: Queryable,
  person: Omit<Person, 'seenAt' | 'orcid' | 'knownAs'> & { orcid?: string },
  now: Date,
): Promise<string[]> {
  const { subject, name, email, orcid = '', roles } = person;
  const [known] = await db.select().from(people).where(eq(people.subject, subject));
  const isSame =
    known?.name === name &&
    known.email === email &&
    known.orcid === orcid &&
    JSON.stringify(known.roles) === JSON.stringify(roles);
  if (isSame) return known.knownAs;
  const seen = { name, email, orcid, roles, seenAt: now };
  const names = [email, orcid].filter((text) => text !== '');
  const [stored] = await db
    .insert(people)
    .values({ subject, ...seen, knownAs: names })
    .onConflictDoUpdate({
      target: people.subject,
      set: { ...seen, knownAs: sql`array(select distinct unnest(${people.knownAs} || excluded.known_as))` },
    })
    .returning();
  return stored!.knownAs;
}

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
