import { and, arrayOverlaps, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm';

import type { Language } from '@domain/language';
import { boardRoles } from '@domain/roles';
import { comparedEmail } from '@domain/text';

import { askTogether } from '../../ask-together';
import type { Queryable, Transaction } from './database';
import { askedExperts, people } from './schema';

export type Person = typeof people.$inferSelect;

/** People by subject, without unknown ones. */
export async function findPeople(db: Queryable, subjects: string[]): Promise<Map<string, Person>> {
  const rows = await db.select().from(people).where(inArray(people.subject, subjects));
  return new Map(rows.map((person) => [person.subject, person]));
}

/** Name of somebody, or their e-mail address, unless it is the caller or nobody. */
export async function findOther(
  db: Queryable,
  { subject }: Pick<Person, 'subject'>,
  other: string | null,
): Promise<string | null> {
  if (other === null || other === subject) return null;
  const person = (await findPeople(db, [other])).get(other);
  // Somebody whose account is deleted has neither.
  return person?.name || person?.email || null;
}

/** Whoever used this e-mail address last; null if nobody who has logged in has it. */
export async function findPersonByEmail(db: Queryable, email: string): Promise<Person | null> {
  const wanted = comparedEmail(email);
  const rows = await db
    .select()
    .from(people)
    .where(eq(sql`lower(${people.email})`, wanted))
    .orderBy(desc(people.seenAt));
  return rows.find((person) => comparedEmail(person.email) === wanted) ?? null;
}

/** People whose latest token contained a role of the board. */
export function listSeenExperts(db: Queryable): Promise<Person[]> {
  return db
    .select()
    .from(people)
    .where(arrayOverlaps(people.roles, [...boardRoles]))
    .orderBy(asc(people.subject));
}

/** Stores people who have not called yet, so that others can refer to them. Known ones are left as they are. */
export async function addPeople(
  db: Pick<Queryable, 'insert'>,
  persons: Pick<Person, 'subject' | 'name' | 'email' | 'roles'>[],
  now: Date,
): Promise<void> {
  if (persons.length === 0) return;
  const rows = persons.map(({ subject, name, email, roles }) => ({
    ...{ subject, name, email, roles, seenAt: now },
    knownAs: [name, email].filter((mark) => mark !== ''),
  }));
  // In one order, so that no two servers wait for each other.
  rows.sort((a, b) => (a.subject < b.subject ? -1 : 1));
  await db.insert(people).values(rows).onConflictDoNothing();
}

/**
 * Stores name, e-mail address, ORCID iD and roles from the latest verified token, and the language of the call, if it
 * names one. Returns all names, e-mail addresses and ORCID iDs of the person so far. Writes only changes, because every
 * API call runs this and an update waits for transactions that refer to the row. `confirm` throws if the account has
 * ended since the token was verified; nothing is written then, so that nobody is stored again who was deleted or merged.
 */
export async function recordPerson(
  db: Queryable,
  person: Omit<Person, 'seenAt' | 'orcid' | 'knownAs' | 'language'> & { orcid?: string; language?: Language | null },
  now: Date,
  confirm: (tx: Queryable) => Promise<void> = () => Promise.resolve(),
): Promise<string[]> {
  const { subject, name, email, orcid = '', roles, language = null } = person;
  const known = await recordedPerson(db, subject);
  const isSame =
    known?.name === name &&
    known.email === email &&
    known.orcid === orcid &&
    (language === null || known.language === language) &&
    JSON.stringify(known.roles) === JSON.stringify(roles);
  if (isSame) return known.knownAs;
  const seen = { name, email, orcid, roles, seenAt: now, ...(language === null ? {} : { language }) };
  const marks = [name, email, orcid].filter((mark) => mark !== '');
  return db.transaction(async (tx) => {
    const [stored] = await tx
      .insert(people)
      .values({ subject, ...seen, knownAs: marks })
      .onConflictDoUpdate({
        target: people.subject,
        // The former name too, which was not kept when it was stored.
        set: {
          ...seen,
          knownAs: sql`array(select distinct unnest(${people.knownAs} || array[${people.name}] || excluded.known_as))`,
        },
      })
      .returning();
    await confirm(tx);
    return stored!.knownAs;
  });
}

const recordedPerson = askTogether(async (db: Queryable, subject: string) => {
  const [known] = await db.select().from(people).where(eq(people.subject, subject));
  return known;
});

/** SQLSTATE of a reference to a row that does not exist. */
const referenceBroken = '23503';

/** Whether a statement failed because a person is not there any more: their account was deleted or merged meanwhile. */
export function namesNobody(error: unknown): boolean {
  const { code, constraint } = ((error as { cause?: unknown }).cause ?? error) as Record<string, unknown>;
  return code === referenceBroken && typeof constraint === 'string' && constraint.endsWith('_people_subject_fk');
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
