import { and, asc, desc, eq, gt, isNull, lte, not, notExists, or, sql, type SQL } from 'drizzle-orm';

import { asksForLicenceForm } from '@domain/licences';
import type { UploadKind } from '@domain/upload-id';

import type { Queryable, Transaction } from './database';
import { lockNorms } from './locks';
import { type Contribution, isOneOf } from './norms';
import { dataSets, normContributions, normCurves, normMemberships, normVersions, uploads } from './schema';

/** A contribution of a version. */
export interface Member extends Contribution {
  /** Whether its data set has been withdrawn since. */
  isWithdrawn: boolean;
  /** Whether not everybody may see the rows of its data set now. */
  isClosed: boolean;
  kind: UploadKind;
}

/** Contributions of the version with a place, by data set. */
export async function listMembers(db: Queryable, place: number): Promise<Member[]> {
  const rows = await db
    .select({
      id: normContributions.id,
      nr: normContributions.nr,
      isWithdrawn: sql<boolean>`${uploads.withdrawnAt} is not null`,
      rights: sql<string[]>`${dataSets.row} -> 'rights'`,
      kind: uploads.kind,
    })
    .from(normMemberships)
    .innerJoin(normContributions, eq(normContributions.id, normMemberships.contribution))
    .innerJoin(dataSets, eq(dataSets.nr, normContributions.nr))
    .innerJoin(uploads, eq(uploads.number, dataSets.upload))
    .where(and(lte(normMemberships.since, place), or(isNull(normMemberships.until), gt(normMemberships.until, place))))
    .orderBy(asc(normContributions.nr));
  return rows.map(({ rights, ...member }) => ({ ...member, isClosed: asksForLicenceForm(rights) }));
}

export type NormVersion = typeof normVersions.$inferSelect;

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

/** A version to be stored with the curves that are new in it. */
export interface NewVersion {
  /** Day in the time zone of the installation. */
  day: string;
  madeAt: Date;
  /** The version before; null if there is none. */
  former: string | null;
  contributions: Contribution[];
  curves: NormCurves[];
}

/**
 * Stores a version. Returns its id, or null if another job has stored one, or one of the data sets was withdrawn
 * meanwhile.
 */
export async function storeVersion(
  tx: Transaction,
  { day, madeAt, former, contributions, curves }: NewVersion,
): Promise<string | null> {
  await lockNorms(tx);
  const newest = await findNewestVersion(tx);
  if ((newest?.id ?? null) !== former) return null;
  const ids = contributions.map((one) => one.id);
  if (!(await holdContributions(tx, ids))) return null;
  const ofDay = await tx.$count(
    normVersions,
    or(eq(normVersions.id, day), sql`starts_with(${normVersions.id}, ${`${day}.`})`),
  );
  const id = ofDay === 0 ? day : `${day}.${ofDay + 1}`;
  const [stored] = await tx.insert(normVersions).values({ id, madeAt, dataSets: ids.length }).returning();
  await setMembers(tx, stored!.place, ids);
  if (curves.length > 0) await tx.insert(normCurves).values(curves.map((one) => ({ ...one, version: id })));
  return id;
}

/** Lets no data set of these contributions be withdrawn until the transaction ends. Returns false if one is or was. */
async function holdContributions(tx: Transaction, ids: readonly string[]): Promise<boolean> {
  const held = await tx
    .select({ id: normContributions.id })
    .from(normContributions)
    .innerJoin(dataSets, eq(dataSets.nr, normContributions.nr))
    .innerJoin(uploads, eq(uploads.number, dataSets.upload))
    .where(and(isOneOf(normContributions.id, ids), isNull(uploads.withdrawnAt)))
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
