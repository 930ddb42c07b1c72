import { eq, sql } from 'drizzle-orm';

import type { Queryable } from './database';
import type { Person } from './people';
import { people } from './schema';

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
