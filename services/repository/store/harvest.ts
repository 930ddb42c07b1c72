import { and, asc, eq, inArray, ne, notInArray, sql } from 'drizzle-orm';

import type { Database, Queryable, Transaction } from './database';
import { lockHarvest, waitForHarvest } from './locks';
import { dataSets, harvestEntries } from './schema';

/** Name of the set that every record is in. It has no setSpec in OAI-PMH. */
export const everyRecord = '';

/** A record without its description. */
export interface HarvestEntry {
  nr: number;
  changedAt: Date;
  isDeleted: boolean;
}

/** Makes data sets records of sets, from now on. */
export async function addRecords(
  tx: Transaction,
  records: readonly { nr: number; sets: readonly string[] }[],
): Promise<void> {
  const changedAt = await nextStamp(tx);
  const rows = records.flatMap(({ nr, sets }) => [everyRecord, ...sets].map((set) => ({ nr, set })));
  // Two parameters for all rows, because PostgreSQL allows at most 65,535 of them.
  await tx.execute(sql`
    insert into ${harvestEntries} (nr, set, changed_at)
    select *, ${time(changedAt.getTime())} from unnest(
      ${sql.param(rows.map(({ nr }) => nr))}::int[], ${sql.param(rows.map(({ set }) => set))}::text[])`);
}

/** Marks the record of a data set as deleted because it was withdrawn, or as back. It gets a newer time. */
export async function setRecordDeleted(tx: Transaction, nr: number, isDeleted: boolean): Promise<void> {
  const changedAt = await nextStamp(tx);
  await tx.update(harvestEntries).set({ isDeleted, changedAt }).where(eq(harvestEntries.nr, nr));
}

/** Gives the record of an upload a newer time, if its data set is published: its description has changed. */
export async function stampRecord(tx: Transaction, upload: number): Promise<void> {
  const changedAt = await nextStamp(tx);
  const numbers = tx.select({ nr: dataSets.nr }).from(dataSets).where(eq(dataSets.upload, upload));
  await tx.update(harvestEntries).set({ changedAt }).where(inArray(harvestEntries.nr, numbers));
}

/** Makes the record of a data set belong to these sets only, from now on. A withdrawn one stays deleted. */
export async function replaceSets(tx: Transaction, nr: number, sets: readonly string[]): Promise<void> {
  const changedAt = await nextStamp(tx);
  const [entry] = await findEntry(tx, nr);
  if (!entry) return;
  const all = [everyRecord, ...sets];
  await tx.delete(harvestEntries).where(and(eq(harvestEntries.nr, nr), notInArray(harvestEntries.set, all)));
  await tx
    .insert(harvestEntries)
    .values(all.map((set) => ({ nr, set, changedAt, isDeleted: entry.isDeleted })))
    .onConflictDoUpdate({ target: [harvestEntries.nr, harvestEntries.set], set: { changedAt } });
}

/**
 * A time after that of every record. The lock lasts until the transaction ends, so that records become visible in the
 * order of their times: who has read up to a time has missed nothing before it.
 */
async function nextStamp(tx: Transaction): Promise<Date> {
  await lockHarvest(tx);
  const last = sql`(select max(changed_at) from ${harvestEntries} where set = ${everyRecord})`;
  const stamp = sql`greatest(date_trunc('milliseconds', clock_timestamp()), ${last} + interval '1 millisecond')`;
  return readTime(tx, stamp);
}

async function readTime(db: Queryable, moment: ReturnType<typeof sql>): Promise<Date> {
  const { rows } = await db.execute<{ ms: string }>(sql`select round(extract(epoch from ${moment}) * 1000) as ms`);
  return new Date(Number(rows[0]?.ms));
}

/**
 * Reads entries, with the time by the clock of the database: every record that gets an earlier time is visible by now.
 */
export function readHarvest<Result>(
  db: Database,
  read: (tx: Transaction, now: Date) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    await waitForHarvest(tx);
    return read(tx, await readTime(tx, sql`clock_timestamp()`));
  });
}

/** Which entries of a set are listed, in the order of their times and numbers. Times are milliseconds since 1970. */
export interface HarvestPage {
  set: string;
  fromMs: number | null;
  /** Exclusive. */
  beforeMs: number | null;
  after: { ms: number; nr: number } | null;
  limit: number;
}

/** As a number, because years such as 10000 have no text that PostgreSQL reads. */
const time = (ms: number) => sql`to_timestamp(${ms}::double precision / 1000)`;

/** The next entries of a set. Reads no more of the index than it returns. */
export function listEntries(db: Queryable, page: HarvestPage): Promise<HarvestEntry[]> {
  const { nr, changedAt, isDeleted } = harvestEntries;
  const { set, fromMs, beforeMs, after, limit } = page;
  return db
    .select({ nr, changedAt, isDeleted })
    .from(harvestEntries)
    .where(
      and(
        eq(harvestEntries.set, set),
        fromMs === null ? undefined : sql`${changedAt} >= ${time(fromMs)}`,
        beforeMs === null ? undefined : sql`${changedAt} < ${time(beforeMs)}`,
        after === null ? undefined : sql`(${changedAt}, ${nr}) > (${time(after.ms)}, ${after.nr})`,
      ),
    )
    .orderBy(asc(changedAt), asc(nr))
    .limit(limit);
}

/** The entry of a data set; none if it is not a record. */
export function findEntry(db: Queryable, nr: number): Promise<HarvestEntry[]> {
  return db
    .select({ nr: harvestEntries.nr, changedAt: harvestEntries.changedAt, isDeleted: harvestEntries.isDeleted })
    .from(harvestEntries)
    .where(and(eq(harvestEntries.nr, nr), eq(harvestEntries.set, everyRecord)));
}

/** Sets of records by number, without the set of all. */
export async function listSetsOf(db: Queryable, numbers: number[]): Promise<Map<number, string[]>> {
  const rows = await db
    .select({ nr: harvestEntries.nr, set: harvestEntries.set })
    .from(harvestEntries)
    .where(and(inArray(harvestEntries.nr, numbers), ne(harvestEntries.set, everyRecord)))
    .orderBy(asc(harvestEntries.set));
  const sets = new Map<number, string[]>();
  for (const { nr, set } of rows) sets.set(nr, [...(sets.get(nr) ?? []), set]);
  return sets;
}

/** Time of the first record; null if there is none. */
export async function findFirstTime(db: Queryable): Promise<Date | null> {
  const [first] = await listEntries(db, { set: everyRecord, fromMs: null, beforeMs: null, after: null, limit: 1 });
  return first?.changedAt ?? null;
}

/** Block of numbers that a data set is in, counted from 1. */
const blockOf = (size: number) => sql<number>`(${harvestEntries.nr} - 1) / ${sql.raw(String(size))} + 1`;

const isShown = and(eq(harvestEntries.set, everyRecord), eq(harvestEntries.isDeleted, false));

/** Blocks of `size` numbers that have data sets, with the time of the last change in each. */
export function listBlocks(db: Queryable, size: number): Promise<{ block: number; changedAt: Date }[]> {
  const block = blockOf(size);
  return db
    .select({ block, changedAt: sql`max(${harvestEntries.changedAt})`.mapWith(harvestEntries.changedAt) })
    .from(harvestEntries)
    .where(isShown)
    .groupBy(block)
    .orderBy(block);
}

/** Data sets of a block by number, with the times of their last changes. */
export async function listBlock(
  db: Queryable,
  { block, size }: { block: number; size: number },
): Promise<{ nr: number; changedAt: Date }[]> {
  const { nr, changedAt } = harvestEntries;
  const ms = sql`(extract(epoch from ${changedAt}) * 1000)::bigint`;
  // Two lists, because reading rows takes the driver several times as long.
  const [found] = await db
    .select({
      numbers: sql<number[] | null>`json_agg(${nr} order by ${nr})`,
      times: sql<number[] | null>`json_agg(${ms} order by ${nr})`,
    })
    .from(harvestEntries)
    .where(and(isShown, sql`${blockOf(size)} = ${block}`));
  const times = found?.times ?? [];
  return (found?.numbers ?? []).map((number, index) => ({ nr: number, changedAt: new Date(times[index] ?? 0) }));
}
