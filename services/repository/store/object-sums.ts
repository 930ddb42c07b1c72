import { and, asc, count, eq, inArray, isNotNull, isNull, lt, lte, max, min, notLike, or, sql, sum } from 'drizzle-orm';

import type { Database, Queryable } from './database';
import type { NamedObject } from './object-keys';
import { installation, objectSums } from './schema';

/** Rows that one statement inserts or looks up. */
const batchSize = 1000;

/** An object whose sum is known. */
export interface WrittenObject {
  key: string;
  sha256: string;
  bytes: number;
}

/** An object that a server has taken to read. */
export type ClaimedObject = Pick<
  typeof objectSums.$inferSelect,
  'key' | 'sha256' | 'fault' | 'mendedAt' | 'replicatedAt'
>;

/** A fault that was found, for the operator. */
export interface FoundFault {
  key: string;
  fault: 'damaged' | 'missing';
  foundAt: Date;
  /** When the object was right again, as from the replica; null while it is not. */
  mendedAt: Date | null;
}

/** Figures about all objects. */
export interface FixityFigures {
  objects: number;
  bytes: number;
  /** Objects that are not right now. */
  damaged: number;
  missing: number;
  /** Objects that were wrong and are right again. */
  mended: number;
  /** Oldest comparison of an object; null if none was compared. */
  oldestCheck: Date | null;
  /** Objects that should have been compared by now, and those that are not in the replica. */
  overdue: number;
  notReplicated: number;
}

/** Objects that belong into the replica and are not there. Kept files do not, because they can be made again. */
const isNotReplicated = and(isNull(objectSums.replicatedAt), notLike(objectSums.key, 'kept/%'));

/** Stores the sums of objects that were just written. */
export async function storeSums(db: Queryable, written: WrittenObject[], at: Date, dueAt: () => Date): Promise<void> {
  for (let from = 0; from < written.length; from += batchSize) {
    const values = written.slice(from, from + batchSize).map((each) => ({ ...each, checkedAt: at, dueAt: dueAt() }));
    await db
      .insert(objectSums)
      .values(values)
      .onConflictDoUpdate({
        target: objectSums.key,
        set: {
          sha256: sql`excluded.sha256`,
          bytes: sql`excluded.bytes`,
          checkedAt: sql`excluded.checked_at`,
          dueAt: sql`excluded.due_at`,
          replicatedAt: null,
        },
      });
  }
}

/** Adds objects that rows refer to and that are not known yet. Those without a sum are due at once. */
export async function addObjects(db: Queryable, named: NamedObject[], now: Date, dueAt: () => Date): Promise<void> {
  for (let from = 0; from < named.length; from += batchSize) {
    const values = named
      .slice(from, from + batchSize)
      .map((each) => ({ ...each, dueAt: each.sha256 === null ? now : dueAt() }));
    await db.insert(objectSums).values(values).onConflictDoNothing();
  }
}

/** Forgets objects that nothing refers to any more. */
export async function forgetObjects(db: Queryable, keys: string[]): Promise<void> {
  await deleteSums(db, keys, undefined);
}

/** Forgets those of such objects that were never copied to a replica. */
export async function forgetWithoutCopy(db: Queryable, keys: string[]): Promise<void> {
  await deleteSums(db, keys, isNull(objectSums.replicatedAt));
}

async function deleteSums(db: Queryable, keys: string[], condition: ReturnType<typeof and>): Promise<void> {
  for (let from = 0; from < keys.length; from += batchSize) {
    await db.delete(objectSums).where(and(inArray(objectSums.key, keys.slice(from, from + batchSize)), condition));
  }
}

/** Takes an object that nothing refers to any more, so that no other server copies it; false if one is doing so. */
export async function claimOrphan(db: Queryable, key: string, now: Date, until: Date): Promise<boolean> {
  const claimed = await db
    .update(objectSums)
    .set({ claimedUntil: until })
    .where(and(eq(objectSums.key, key), isFree(now)))
    .returning({ key: objectSums.key });
  return claimed.length > 0;
}

/**
 * Takes the object that has been due for longest, so that no other server reads it until then; null if none is due.
 * `withoutSum` takes only those whose sum is not known.
 */
export async function claimDue(
  db: Queryable,
  now: Date,
  until: Date,
  { withoutSum }: { withoutSum: boolean },
): Promise<ClaimedObject | null> {
  return claim(db, now, until, and(lte(objectSums.dueAt, now), withoutSum ? isNull(objectSums.sha256) : undefined));
}

/** The same for an object that is not in the replica and was right when it was last read. */
export async function claimNotReplicated(db: Queryable, now: Date, until: Date): Promise<ClaimedObject | null> {
  const isRight = or(isNull(objectSums.fault), isNotNull(objectSums.mendedAt));
  return claim(db, now, until, and(isNotReplicated, isNotNull(objectSums.sha256), isRight));
}

async function claim(
  db: Queryable,
  now: Date,
  until: Date,
  condition: ReturnType<typeof and>,
): Promise<ClaimedObject | null> {
  // As a subquery of the condition, a plan may run it several times and claim as many objects.
  const next = db.$with('next').as(
    db
      .select({ key: objectSums.key })
      .from(objectSums)
      .where(and(condition, isFree(now)))
      .orderBy(asc(objectSums.dueAt))
      .limit(1)
      .for('update', { skipLocked: true }),
  );
  const [claimed] = await db
    .with(next)
    .update(objectSums)
    .set({ claimedUntil: until })
    .where(inArray(objectSums.key, db.select({ key: next.key }).from(next)))
    .returning();
  return claimed ?? null;
}

/** Condition: no server is working on it. */
function isFree(now: Date) {
  return or(isNull(objectSums.claimedUntil), lt(objectSums.claimedUntil, now));
}

/** Changes the row of an object. */
export async function updateObject(
  db: Queryable,
  key: string,
  values: Partial<typeof objectSums.$inferInsert>,
): Promise<void> {
  await db.update(objectSums).set(values).where(eq(objectSums.key, key));
}

/** When the operator was last told of a fault; null if never. */
export async function lastTold(db: Queryable): Promise<Date | null> {
  const [told] = await db
    .select({ at: max(objectSums.toldAt) })
    .from(objectSums)
    .where(isNotNull(objectSums.fault));
  return told?.at ?? null;
}

/** Faults of which the operator was not told. */
export async function listUntoldFaults(db: Queryable): Promise<FoundFault[]> {
  const rows = await db
    .select()
    .from(objectSums)
    .where(and(isNotNull(objectSums.fault), isNull(objectSums.toldAt)))
    .orderBy(asc(objectSums.foundAt));
  return rows.map(faultOf);
}

/** Notes that the operator was told of the faults of these objects. */
export async function setTold(db: Queryable, keys: string[], at: Date): Promise<void> {
  for (let from = 0; from < keys.length; from += batchSize) {
    await db
      .update(objectSums)
      .set({ toldAt: at })
      .where(inArray(objectSums.key, keys.slice(from, from + batchSize)));
  }
}

/** All faults that were found in objects that are still in use, those that are not mended first, then the newest. */
export async function listFaults(db: Queryable, window?: { offset: number; limit: number }): Promise<FoundFault[]> {
  const rows = db
    .select()
    .from(objectSums)
    .where(isNotNull(objectSums.fault))
    .orderBy(sql`${objectSums.mendedAt} is not null`, sql`${objectSums.foundAt} desc`, asc(objectSums.key));
  return (await (window ? rows.offset(window.offset).limit(window.limit) : rows)).map(faultOf);
}

/** How many objects are or were wrong. */
export async function countFaults(db: Queryable): Promise<Pick<FixityFigures, 'damaged' | 'missing' | 'mended'>> {
  const isOpen = isNull(objectSums.mendedAt);
  const counted = (condition: ReturnType<typeof and>) => sql<number>`count(*) filter (where ${condition})::int`;
  const [faults] = await db
    .select({
      damaged: counted(and(eq(objectSums.fault, 'damaged'), isOpen)),
      missing: counted(and(eq(objectSums.fault, 'missing'), isOpen)),
      mended: counted(isNotNull(objectSums.mendedAt)),
    })
    .from(objectSums)
    .where(isNotNull(objectSums.fault));
  return faults!;
}

/** Figures about all objects that are compared. */
export async function countFixity(db: Queryable, now: Date): Promise<FixityFigures> {
  const counted = (condition: ReturnType<typeof and>) => sql<string>`count(*) filter (where ${condition})`;
  const [figures] = await db
    .select({
      objects: count(),
      bytes: sum(objectSums.bytes),
      oldestCheck: min(objectSums.checkedAt),
      overdue: counted(lt(objectSums.dueAt, now)),
      notReplicated: counted(isNotReplicated),
    })
    .from(objectSums);
  if (!figures) throw new Error('There are no figures.');
  const { objects, oldestCheck, ...others } = figures;
  const numbers = Object.fromEntries(Object.entries(others).map(([name, value]) => [name, Number(value ?? 0)]));
  const faults = await countFaults(db);
  return {
    objects,
    oldestCheck,
    ...faults,
    ...(numbers as Pick<FixityFigures, 'bytes' | 'overdue' | 'notReplicated'>),
  };
}

/** Whether objects were copied to this place before. If it is another one than before, all have to be copied again. */
export async function isKnownReplica(db: Database, place: string): Promise<boolean> {
  const [known] = await db.select({ replica: installation.replica }).from(installation);
  return known?.replica === place;
}

/** Notes the place of the replica, to which nothing was copied yet; null if there is none. */
export async function setReplica(db: Database, place: string | null): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.update(installation).set({ replica: place });
    await tx.update(objectSums).set({ replicatedAt: null });
  });
}

function faultOf({ key, fault, foundAt, mendedAt }: typeof objectSums.$inferSelect): FoundFault {
  return { key, fault: fault ?? 'damaged', foundAt: foundAt ?? new Date(0), mendedAt };
}
