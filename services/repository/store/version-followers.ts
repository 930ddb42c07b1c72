import { and, eq, lt, ne } from 'drizzle-orm';

import type { Queryable, Transaction } from './database';
import { people, versionFollowers } from './schema';

export type VersionFollower = typeof versionFollowers.$inferSelect;

/** Has somebody told of newer versions than `knownVersion`; nothing changes if they are already. */
export async function addFollower(db: Queryable, follower: VersionFollower): Promise<void> {
  await db.insert(versionFollowers).values(follower).onConflictDoNothing();
}

export async function removeFollower(db: Queryable, { owner, series }: Pick<VersionFollower, 'owner' | 'series'>) {
  await db.delete(versionFollowers).where(and(eq(versionFollowers.owner, owner), eq(versionFollowers.series, series)));
}

/** The data sets, by their first versions, of whose newer versions somebody is told. */
export async function listFollowed(db: Queryable, owner: string): Promise<Set<number>> {
  const rows = await db
    .select({ series: versionFollowers.series })
    .from(versionFollowers)
    .where(eq(versionFollowers.owner, owner));
  return new Set(rows.map(({ series }) => series));
}

/** What the link of a mail ends; null if it has ended already. */
export async function findFollowerByToken(db: Queryable, endToken: string): Promise<VersionFollower | null> {
  const [row] = await db.select().from(versionFollowers).where(eq(versionFollowers.endToken, endToken));
  return row ?? null;
}

/** Whether there was something to end. */
export async function removeFollowerByToken(db: Queryable, endToken: string): Promise<boolean> {
  const gone = await db.delete(versionFollowers).where(eq(versionFollowers.endToken, endToken)).returning();
  return gone.length > 0;
}

/**
 * Records that everybody who asked for it is told of a version, and returns those who did not know of it and have an
 * e-mail address. So each of them gets one mail about it.
 */
export async function takeFollowersToTell(tx: Transaction, series: number, version: number) {
  const told = await tx
    .update(versionFollowers)
    .set({ knownVersion: version })
    .where(and(eq(versionFollowers.series, series), lt(versionFollowers.knownVersion, version)))
    .returning();
  const addressed = await tx
    .select({ owner: people.subject, name: people.name, email: people.email, language: people.language })
    .from(people)
    .innerJoin(versionFollowers, and(eq(versionFollowers.owner, people.subject), eq(versionFollowers.series, series)))
    .where(ne(people.email, ''));
  return told.flatMap(({ owner, endToken }) => {
    const person = addressed.find((one) => one.owner === owner);
    return person ? [{ ...person, endToken }] : [];
  });
}
