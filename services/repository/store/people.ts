import { and, asc, inArray, ne, sql } from 'drizzle-orm';

import { expertRole } from '@domain/roles';

import type { Queryable } from './database';
import { people } from './schema';

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
