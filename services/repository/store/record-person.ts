import { sql } from 'drizzle-orm';

import type { Queryable } from './database';
import { people } from './schema';

/** Keeps name, e-mail and roles of a person as the latest verified token says; writes only what changed. */
export async function recordPerson(
  db: Queryable,
  person: { subject: string; name: string; email: string; roles: string[] },
  now: Date,
): Promise<void> {
  const { subject, name, email, roles } = person;
  await db
    .insert(people)
    .values({ subject, name, email, roles, seenAt: now })
    .onConflictDoUpdate({
      target: people.subject,
      set: { name, email, roles, seenAt: now },
      setWhere: sql`${people.name} <> ${name} or ${people.email} <> ${email} or ${people.roles} <> ${sql.param(roles, people.roles)}`,
    });
}
