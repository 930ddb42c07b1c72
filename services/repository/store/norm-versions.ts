import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  not,
  notExists,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

import { asksForLicenceForm } from '@domain/licences';
import type { KeptSource } from '@domain/norms/kept-norms';
import type { UploadKind } from '@domain/upload-id';

import type { Queryable, Transaction } from './database';
import { lockNorms } from './locks';
import { type Contribution, isOneOf } from './norms';
import { dataSets, normCells, normContributions, normCurves, normMemberships, normVersions, uploads } from './schema';

export type NormVersion = typeof normVersions.$inferSelect;

/** Condition on `norm_memberships`: they are of the version with a place. */
function isIn(place: number): SQL | undefined {
  const { since, until } = normMemberships;
  return and(lte(since, place), or(isNull(until), gt(until, place)));
}

/** Contributions of the version with a place, by data set. */
export async function listMembers(db: Queryable, place: number): Promise<Contribution[]> {
  return db
    .select({ id: normContributions.id, nr: normContributions.nr })
    .from(normMemberships)
    .innerJoin(normContributions, eq(normContributions.id, normMemberships.contribution))
    .where(isIn(place))
    .orderBy(asc(normContributions.nr));
}

/** Condition on `norm_cells`: they are of the version with a place; with numbers, of these data sets. */
export function areIn(db: Queryable, place: number, numbers: readonly number[]): SQL {
  const members = db
    .select({ id: normContributions.id })
    .from(normMemberships)
    .innerJoin(normContributions, eq(normContributions.id, normMemberships.contribution))
    .where(and(isIn(place), numbers.length === 0 ? undefined : isNumbered(numbers)));
  return inArray(normCells.contribution, members);
}

const isNumbered = (numbers: readonly number[]) => sql`${normContributions.nr} = any(${sql.param(numbers)}::int[])`;

/** Those of these data sets that are in the version with a place. */
export async function listMemberNumbers(db: Queryable, place: number, numbers: readonly number[]): Promise<number[]> {
  const rows = await db
    .select({ nr: normContributions.nr })
    .from(normContributions)
    .innerJoin(normMemberships, eq(normMemberships.contribution, normContributions.id))
    .where(and(isNumbered(numbers), isIn(place)));
  return rows.map(({ nr }) => nr);
}

/** Kinds of results that a data set has in the version with a place. */
export async function listKeysOf(db: Queryable, place: number, nr: number): Promise<Set<string>> {
  const rows = await db
    .select({ key: normCells.key })
    .from(normContributions)
    .innerJoin(normMemberships, eq(normMemberships.contribution, normContributions.id))
    .innerJoin(normCells, eq(normCells.contribution, normContributions.id))
    .where(and(eq(normContributions.nr, nr), isIn(place)));
  return new Set(rows.map(({ key }) => key));
}

/** A data set that does not count in a version any more, if it was in it. */
export interface LeftOut {
  nr: number;
  kind: UploadKind;
  /** Otherwise not everybody may see its rows now. */
  isWithdrawn: boolean;
}

/**
 * The present by this server's clock, or by that of the database if it is earlier there. A clock that was ahead would hide
 * for good what is withdrawn after it was set right.
 */
export async function earlierNow(db: Queryable, now: Date): Promise<Date> {
  const { rows } = await db.execute<{ at: string }>(
    sql`select extract(epoch from least(now(), ${now.toISOString()}::timestamptz)) * 1000 as at`,
  );
  return new Date(Number(rows[0]!.at));
}

/** Clocks of servers may be behind that of the database by so much, and a change may wait so long to be stored. */
const slackMs = 24 * 60 * 60 * 1000;

/**
 * Data sets that do not count in a version any more, if they were in it, by number: those that were withdrawn, or closed by
 * a correction of their licence, since the data sets were read for it. What was withdrawn or closed before is not in it, or
 * not with its rows, so few are looked at, however many data sets there are.
 */
export async function listLeftOut(db: Queryable, { readAt }: NormVersion): Promise<LeftOut[]> {
  const { correctedAt, withdrawnAt } = uploads;
  const since = readAt && new Date(readAt.getTime() - slackMs);
  const isSince = (at: AnyPgColumn) => (since ? gt(at, since) : isNotNull(at));
  const rows = await db
    .select({
      nr: dataSets.nr,
      kind: uploads.kind,
      isWithdrawn: sql<boolean>`${withdrawnAt} is not null`,
      rights: sql<string[]>`${dataSets.row} -> 'rights'`,
    })
    .from(uploads)
    .innerJoin(dataSets, eq(dataSets.upload, uploads.number))
    .where(or(isSince(withdrawnAt), isSince(correctedAt)))
    .orderBy(asc(dataSets.nr));
  return rows
    .filter(({ isWithdrawn, rights }) => isWithdrawn || asksForLicenceForm(rights))
    .map(({ rights: _, ...leftOut }) => leftOut);
}

/** The newest version of the curves; null if there is none. */
export async function findNewestVersion(db: Queryable): Promise<NormVersion | null> {
  const [row] = await db.select().from(normVersions).orderBy(desc(normVersions.place)).limit(1);
  return row ?? null;
}

/** The version of the curves with an id; null if there is none. */
export async function findVersion(db: Queryable, id: string): Promise<NormVersion | null> {
  const [row] = await db.select().from(normVersions).where(eq(normVersions.id, id));
  return row ?? null;
}

/** The newest versions of the curves, the newest first. */
export function listVersions(db: Queryable, limit: number): Promise<NormVersion[]> {
  return db.select().from(normVersions).orderBy(desc(normVersions.place)).limit(limit);
}

export type NormCurves = Pick<typeof normCurves.$inferSelect, 'key' | 'summary' | 'curves'>;

/** The place of the newest curves of each kind of result in a version. */
function inVersion(place: number): SQL {
  return sql`(${normCurves.key}, ${normVersions.place}) in (
    select c.key, max(v.place) from ${normCurves} as c inner join ${normVersions} as v on v.id = c.version
    where v.place <= ${place} group by c.key)`;
}

/** Summaries of the kinds of results that a version has. */
export async function listSummaries(db: Queryable, place: number) {
  const rows = await db
    .select({ key: normCurves.key, summary: normCurves.summary })
    .from(normCurves)
    .innerJoin(normVersions, eq(normVersions.id, normCurves.version))
    .where(inVersion(place));
  return new Map(rows.flatMap(({ key, summary }) => (summary ? [[key, summary] as const] : [])));
}

/** Kinds of results whose curves in the version with a place were forgotten (`forgetCurves`). */
export async function listForgottenKeys(db: Queryable, place: number): Promise<string[]> {
  const { key, summary, curves } = normCurves;
  const rows = await db
    .select({ key })
    .from(normCurves)
    .innerJoin(normVersions, eq(normVersions.id, normCurves.version))
    .where(and(inVersion(place), isNotNull(summary), isNull(curves)));
  return rows.map((row) => row.key);
}

/** Curves of a kind of result in a version; null if it has none. They are null once a data set in them was withdrawn. */
export async function findCurves(db: Queryable, place: number, key: string) {
  const [row] = await db
    .select({ summary: normCurves.summary, curves: normCurves.curves })
    .from(normCurves)
    .innerJoin(normVersions, eq(normVersions.id, normCurves.version))
    .where(and(eq(normCurves.key, key), sql`${normVersions.place} <= ${place}`))
    .orderBy(desc(normVersions.place))
    .limit(1);
  return row?.summary ? { summary: row.summary, curves: row.curves } : null;
}

/** The data set at a position of these curves; null without curves. */
export async function findSourceAt(
  db: Queryable,
  place: number,
  { key, at }: { key: string; at: number },
): Promise<KeptSource | null> {
  const [row] = await db
    .select({ source: sql<KeptSource | null>`${normCurves.curves} -> 'sources' -> ${at}::integer` })
    .from(normCurves)
    .innerJoin(normVersions, eq(normVersions.id, normCurves.version))
    .where(and(eq(normCurves.key, key), lte(normVersions.place, place)))
    .orderBy(desc(normVersions.place))
    .limit(1);
  return row?.source ?? null;
}

/** A version to be stored with the curves that are new in it. */
export interface NewVersion {
  /** Day in the time zone of the installation. */
  day: string;
  readAt: Date;
  madeAt: Date;
  /** The version before; null if there is none. */
  former: string | null;
  contributions: Contribution[];
  /** Condition on `uploads` that all data sets have to meet. */
  isCounted: SQL;
  curves: NormCurves[];
}

/**
 * Stores a version. Returns its id, or null if another job has stored one, or one of the data sets was withdrawn
 * meanwhile.
 */
export async function storeVersion(
  tx: Transaction,
  { day, readAt, madeAt, former, contributions, isCounted, curves }: NewVersion,
): Promise<string | null> {
  await lockNorms(tx);
  const newest = await findNewestVersion(tx);
  if ((newest?.id ?? null) !== former) return null;
  const ids = contributions.map((one) => one.id);
  if (!(await holdContributions(tx, ids, isCounted))) return null;
  const ofDay = await tx.$count(
    normVersions,
    or(eq(normVersions.id, day), sql`starts_with(${normVersions.id}, ${`${day}.`})`),
  );
  const id = ofDay === 0 ? day : `${day}.${ofDay + 1}`;
  const [stored] = await tx.insert(normVersions).values({ id, readAt, madeAt, dataSets: ids.length }).returning();
  await setMembers(tx, stored!.place, ids);
  if (curves.length > 0) await tx.insert(normCurves).values(curves.map((one) => ({ ...one, version: id })));
  return id;
}

/**
 * Lets no data set of these contributions be withdrawn until the transaction ends. Returns false if one was, or a newer version of
 * it was published while they were listed.
 */
async function holdContributions(tx: Transaction, ids: readonly string[], isCounted: SQL): Promise<boolean> {
  const held = await tx
    .select({ id: normContributions.id })
    .from(normContributions)
    .innerJoin(dataSets, eq(dataSets.nr, normContributions.nr))
    .innerJoin(uploads, eq(uploads.number, dataSets.upload))
    .where(and(isOneOf(normContributions.id, ids), isCounted))
    .orderBy(asc(uploads.number))
    .for('share');
  return held.length === ids.length;
}

/** Notes which contributions a new version has. Those that no version has had go. */
async function setMembers(tx: Transaction, place: number, ids: readonly string[]): Promise<void> {
  const { contribution, until } = normMemberships;
  await tx
    .update(normMemberships)
    .set({ until: place })
    .where(and(isNull(until), not(isOneOf(contribution, ids))));
  const isMember = tx
    .select()
    .from(normMemberships)
    .where(and(eq(contribution, normContributions.id), isNull(until)));
  await tx.insert(normMemberships).select(
    tx
      .select({
        contribution: normContributions.id,
        since: sql<number>`${place}::integer`.as('since'),
        until: sql<null>`null::integer`.as('until'),
      })
      .from(normContributions)
      .where(and(isOneOf(normContributions.id, ids), notExists(isMember))),
  );
  const isKnown = tx.select().from(normMemberships).where(eq(contribution, normContributions.id));
  await tx.delete(normContributions).where(notExists(isKnown));
}

/**
 * Removes the curves of all versions that were made with a data set, after its withdrawal was stored: a version that is
 * stored meanwhile makes that wait. What is left of such a version is computed when it is asked for.
 */
export async function forgetCurves(tx: Transaction, nr: number): Promise<void> {
  const isMadeWith = sql`${normCurves.summary} -> 'dataSets' @> ${JSON.stringify(nr)}::jsonb`;
  await tx.update(normCurves).set({ curves: null }).where(isMadeWith);
}
