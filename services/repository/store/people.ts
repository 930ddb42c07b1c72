import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';

import { expertRole } from '@domain/roles';

import type { Queryable, Transaction } from './database';
import { askedExperts, people } from './schema';

export type Person = typeof people.$inferSelect;

/** People by subject, without unknown ones. */
export async function findPeople(db: Queryable, subjects: string[]): Promise<Map<string, Person>> {
  const rows = await db.select().from(people).where(inArray(people.subject, subjects));
  return new Map(rows.map((person) => [person.subject, person]));
}

/** People who have an e-mail address and whose latest token contained the expert role. */
export function listExperts(db: Queryable): Promise<Person[]> {
  return db
    .select()
    .from(people)
    .where(and(sql`${expertRole} = any(${people.roles})`, ne(people.email, '')))
    .orderBy(asc(people.subject));
}

/**
 * Stores name, e-mail address, ORCID iD and roles from the latest verified token. Returns all e-mail addresses and
 * ORCID iDs of the person so far. Writes only changes, because every API call runs this and an update waits for
 * transactions that refer to the row.
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

/** Stores which experts are asked to vote on an upload. */
export async function keepAskedExperts(tx: Transaction, upload: number, experts: Person[]): Promise<void> {
  if (experts.length === 0) return;
  await tx.insert(askedExperts).values(experts.map(({ subject }) => ({ upload, expert: subject })));
}

/** Experts who were asked to vote on an upload and have an e-mail address. */
export async function listAskedExperts(db: Queryable, upload: number): Promise<Person[]> {
  const rows = await db
    .select({ person: people })
    .from(askedExperts)
    .innerJoin(people, eq(people.subject, askedExperts.expert))
    .where(and(eq(askedExperts.upload, upload), ne(people.email, '')))
    .orderBy(people.subject);
  return rows.map(({ person }) => person);
}

/** Deletes the list of asked experts after a withdrawal. */
export async function removeAskedExperts(tx: Transaction, upload: number): Promise<void> {
  await tx.delete(askedExperts).where(eq(askedExperts.upload, upload));
}
