import { eq, sql } from 'drizzle-orm';

import { maxReportedUses, type Use, type UseKind, type UseMethod } from '@domain/api/use';

import type { Database, Queryable, Transaction } from './database';
import { tryLockUses } from './locks';
import { installation, recentUses, uploads, useCounts } from './schema';

/** Two uses of the same visitor within this time are one (COUNTER Code of Practice 5.1, section 7.2). */
const doubleClickSeconds = 30;
/** Age from which a use is counted. By then, every server has stored the uses that could replace it. */
const settledSeconds = 60;

/** Stores uses until they are counted. The same use may be stored twice. */
export async function insertRecentUses(db: Queryable, uses: readonly Use[]): Promise<void> {
  for (let from = 0; from < uses.length; from += maxReportedUses) {
    const rows = uses.slice(from, from + maxReportedUses).map((use) => ({ ...use, at: new Date(use.at) }));
    await db.insert(recentUses).values(rows).onConflictDoNothing();
  }
}

/**
 * Counts the uses that no double click can replace any more, and deletes those that are no longer needed. While another
 * server does it, nothing happens.
 */
export async function countRecentUses(db: Database, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await tryLockUses(tx))) return;
    const until = sql`${now.toISOString()}::timestamptz - ${settledSeconds} * interval '1 second'`;
    await deleteDoubleClicks(tx, until);
    await addToCounts(tx, until);
    await tx.execute(sql`
      delete from ${recentUses} where counted and ${hourOf(sql`at`)} < ${hourOf(until)}`);
  });
}

type Sql = ReturnType<typeof sql>;

const hourOf = (at: Sql): Sql => sql`date_trunc('hour', ${at}, 'UTC')`;
const sameVisitor = sql`other.visitor = own.visitor and other.nr = own.nr`;

/**
 * Of two uses of a kind within 30 seconds, the later one counts. A page and a file are different links, so a download is
 * no double click on the page before it.
 */
async function deleteDoubleClicks(tx: Transaction, until: Sql): Promise<void> {
  await tx.execute(sql`
    delete from ${recentUses} own where not counted and at < ${until} and exists (
      select from ${recentUses} other where ${sameVisitor} and other.kind = own.kind and other.at > own.at
        and other.at <= own.at + ${doubleClickSeconds} * interval '1 second')`);
}

/**
 * Every download is a view, too. Of the uses of a visitor in an hour, the first one is unique. Uses of unknown data sets
 * are not counted.
 */
async function addToCounts(tx: Transaction, until: Sql): Promise<void> {
  await tx.execute(sql`
    with due as (
      update ${recentUses} set counted = true where not counted and at < ${until}
      returning visitor, nr, kind, method, at
    ), own as (
      select visitor, nr, counts.kind, method, at, ${hourOf(sql`at`)} as hour,
        row_number() over (partition by visitor, nr, counts.kind, ${hourOf(sql`at`)} order by at) as position
      from due join (values ('view', 'view'), ('download', 'view'), ('download', 'download')) as counts (used, kind)
        on counts.used = due.kind
      where nr in (select nr from ${uploads})
    )
    insert into ${useCounts} as counts (nr, month, kind, method, uses, unique_uses)
    select nr, to_char(at at time zone 'UTC', 'YYYY-MM'), kind, method, count(*), count(*) filter (
      where position = 1 and not exists (
        select from ${recentUses} other where other.counted and ${sameVisitor}
          and (own.kind = 'view' or other.kind = own.kind) and ${hourOf(sql`other.at`)} = own.hour))
    from own group by 1, 2, 3, 4
    on conflict (nr, month, kind, method) do update
    set uses = counts.uses + excluded.uses, unique_uses = counts.unique_uses + excluded.unique_uses`);
}

/** Counted uses of a data set in a month. */
export interface MonthlyUses {
  month: string;
  kind: UseKind;
  method: UseMethod;
  uses: number;
  uniqueUses: number;
}

/** Counted uses of a data set. */
export function listMonthlyUses(db: Queryable, nr: number): Promise<MonthlyUses[]> {
  const { month, kind, method, uses, uniqueUses } = useCounts;
  return db.select({ month, kind, method, uses, uniqueUses }).from(useCounts).where(eq(useCounts.nr, nr));
}

/** Notes the moment at which counting begins, unless it is known. */
export async function beginCountingUses(db: Queryable): Promise<void> {
  await db.insert(installation).values({}).onConflictDoNothing();
}

/** Since when uses are counted; null before the first start that counts. */
export async function findCountingStart(db: Queryable): Promise<Date | null> {
  const [row] = await db.select({ since: installation.countsUsesSince }).from(installation);
  return row?.since ?? null;
}
