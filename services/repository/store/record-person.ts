import { eq } from 'drizzle-orm';

import type { Queryable } from './database';
import { people } from './schema';

/**
 * Keeps name, e-mail and roles of a person as the latest verified token says. Writes only what changed: each
 * call of the API comes by here, and a row that is written waits for the transactions that refer to it.
 */
export async function recordPerson(
  db: Queryable,
  person: { subject: string; name: string; email: string; roles: string[] },
  now: Date,
): Promise<void> {
  const { subject, name, email, roles } = person;
  const [known] = await db.select().from(people).where(eq(people.subject, subject));
  const isSame =
    known?.name === name && known.email === email && JSON.stringify(known.roles) === JSON.stringify(roles);
  if (isSame) return;
  const seen = { name, email, roles, seenAt: now };
  await db
    .insert(people)
    .values({ subject, ...seen })
    .onConflictDoUpdate({ target: people.subject, set: seen });
}
