import { and, asc, desc, eq, ne, or, sql, type SQL } from 'drizzle-orm';

import { type MetadataEntry, MetadataEntrySchema } from '@domain/api/metadata';
import { fieldIds } from '@domain/metadata/field-ids';
import type { UploadKind } from '@domain/upload-id';

import type { Queryable, Transaction } from './database';
import { lockNorms, lockVersions } from './locks';
import { dataSets, normCells, normContributions, normCurves, normVersions, publishedTables, uploads } from './schema';

/** A published data set with what decides what it contributes to norms. */
export interface NormDataSet {
  nr: number;
  kind: UploadKind;
  /** Number of the first version's upload, by which all versions are found. */
  series: number;
  /** Entries with country and time of the data collection. */
  metadata: MetadataEntry[];
  /** Licences. */
  rights: string[];
  tables: { objectKey: string; rowCount: number; keys: string[] }[];
}

const series = sql<number>`coalesce(${uploads.series}, ${uploads.number})`;

/** Published data sets of a condition on `uploads`, by number. */
export async function listNormDataSets(db: Queryable, condition: SQL | undefined): Promise<NormDataSet[]> {
  const fields = `$[*] ? (@.id == ${fieldIds.country} || @.id == ${fieldIds.collection})`;
  const rows = await db
    .select({
      nr: dataSets.nr,
      kind: uploads.kind,
      series,
      rights: sql<string[]>`${dataSets.row} -> 'rights'`,
      metadata: sql<unknown>`jsonb_path_query_array(${dataSets.metadata}, ${fields}::jsonpath)`,
    })
    .from(dataSets)
    .innerJoin(uploads, eq(uploads.number, dataSets.upload))
    .where(condition)
    .orderBy(asc(dataSets.nr));
  const tables = await db
    .select({
      nr: publishedTables.nr,
      objectKey: publishedTables.objectKey,
      rowCount: publishedTables.rowCount,
      columns: publishedTables.columns,
    })
    .from(publishedTables)
    .orderBy(asc(publishedTables.nr), asc(publishedTables.position));
  const byNumber = new Map<number, NormDataSet['tables']>(rows.map(({ nr }) => [nr, []]));
  for (const { nr, columns, ...table } of tables) {
    byNumber.get(nr)?.push({ ...table, keys: columns.map(({ key }) => key) });
  }
  return rows.map((row) => ({
    ...row,
    metadata: MetadataEntrySchema.array().parse(row.metadata),
    tables: byNumber.get(row.nr)!,
  }));
}

/** A contribution without its content. */
export interface Contribution {
  id: string;
  nr: number;
}

/** Ids of all contributions that there are. */
export async function listContributionIds(db: Queryable): Promise<Set<string>> {
  const rows = await db.select({ id: normContributions.id }).from(normContributions);
  return new Set(rows.map(({ id }) => id));
}

/** One kind of result of a contribution. */
export type ContributedCells = Omit<typeof normCells.$inferSelect, 'contribution'>;

/**
 * What the newest other contribution of a data set or its versions has; empty without one. It is what the curves showed
 * before a correction or new version.
 */
export async function listFormerCells(
  db: Queryable,
  { id, series: own }: { id: string; series: number },
): Promise<ContributedCells[]> {
  const [former] = await db
    .select({ id: normContributions.id })
    .from(normContributions)
    .innerJoin(dataSets, eq(dataSets.nr, normContributions.nr))
    .innerJoin(uploads, eq(uploads.number, dataSets.upload))
    .where(and(eq(series, own), ne(normContributions.id, id)))
    .orderBy(desc(normContributions.place))
    .limit(1);
  if (!former) return [];
  const { key, cells, points } = normCells;
  return db.select({ key, cells, points }).from(normCells).where(eq(normCells.contribution, former.id));
}

/**
 * Stores a contribution of a data set. Returns false and stores nothing if the data set was withdrawn meanwhile; does
 * nothing if another job has stored it.
 */
export async function storeContribution(
  tx: Transaction,
  { id, nr, series: own }: { id: string; nr: number; series: number },
  cells: ContributedCells[],
): Promise<boolean> {
  const versions = await lockVersions(tx, own);
  if (versions.find((version) => version.nr === nr)?.withdrawnAt !== null) return false;
  const stored = await tx.insert(normContributions).values({ id, nr }).onConflictDoNothing().returning();
  if (stored.length > 0 && cells.length > 0) {
    await tx.insert(normCells).values(cells.map((one) => ({ ...one, contribution: id })));
  }
  return true;
}

/** Deletes what a withdrawn data set has contributed. */
export async function deleteContributions(tx: Transaction, nr: number): Promise<void> {
  await tx.delete(normContributions).where(eq(normContributions.nr, nr));
}

export type NormVersion = Pick<typeof normVersions.$inferSelect, 'id' | 'place' | 'madeAt' | 'contributions'>;

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

/** All versions of the curves with the numbers of their data sets, the newest first. */
export function listVersions(db: Queryable): Promise<{ id: string; madeAt: Date; dataSets: number }[]> {
  return db
    .select({
      id: normVersions.id,
      madeAt: normVersions.madeAt,
      dataSets: sql<number>`jsonb_array_length(${normVersions.contributions})`,
    })
    .from(normVersions)
    .orderBy(desc(normVersions.place));
}

/** Kinds of results that any of these contributions has. */
export async function listContributedKeys(db: Queryable, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectDistinct({ key: normCells.key })
    .from(normCells)
    .where(sql`${normCells.contribution} = any(${sql.param(ids)}::text[])`);
  return rows.map(({ key }) => key);
}

/** What contributions have of a kind of result, by data set. */
export function listCells(
  db: Queryable,
  key: string,
  ids: readonly string[],
): Promise<(Pick<ContributedCells, 'cells' | 'points'> & Contribution & { kind: UploadKind })[]> {
  return db
    .select({
      id: normContributions.id,
      nr: normContributions.nr,
      kind: uploads.kind,
      cells: normCells.cells,
      points: normCells.points,
    })
    .from(normCells)
    .innerJoin(normContributions, eq(normContributions.id, normCells.contribution))
    .innerJoin(dataSets, eq(dataSets.nr, normContributions.nr))
    .innerJoin(uploads, eq(uploads.number, dataSets.upload))
    .where(and(eq(normCells.key, key), sql`${normCells.contribution} = any(${sql.param(ids)}::text[])`))
    .orderBy(asc(normContributions.nr));
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

/** Curves of a kind of result in a version; null if it has none. */
export async function findCurves(db: Queryable, place: number, key: string) {
  const [row] = await db
    .select({ summary: normCurves.summary, curves: normCurves.curves })
    .from(normCurves)
    .innerJoin(normVersions, eq(normVersions.id, normCurves.version))
    .where(and(eq(normCurves.key, key), sql`${normVersions.place} <= ${place}`))
    .orderBy(desc(normVersions.place))
    .limit(1);
  return row?.summary && row.curves ? { summary: row.summary, curves: row.curves } : null;
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
 * meanwhile. Contributions that no version refers to any more go.
 */
export async function storeVersion(
  tx: Transaction,
  { day, madeAt, former, contributions, curves }: NewVersion,
): Promise<string | null> {
  await lockNorms(tx);
  const newest = await findNewestVersion(tx);
  if ((newest?.id ?? null) !== former) return null;
  const ids = contributions.map((one) => one.id);
  const held = await tx
    .select({ id: normContributions.id })
    .from(normContributions)
    .where(sql`${normContributions.id} = any(${sql.param(ids)}::text[])`)
    .orderBy(asc(normContributions.id))
    .for('key share');
  if (held.length < ids.length) return null;
  const ofDay = await tx.$count(
    normVersions,
    or(eq(normVersions.id, day), sql`starts_with(${normVersions.id}, ${`${day}.`})`),
  );
  const id = ofDay === 0 ? day : `${day}.${ofDay + 1}`;
  await tx.insert(normVersions).values({ id, madeAt, contributions });
  if (curves.length > 0) await tx.insert(normCurves).values(curves.map((one) => ({ ...one, version: id })));
  await tx.execute(sql`
    delete from ${normContributions} where not (${normContributions.id} = any(${sql.param(ids)}::text[])) and not exists (
      select from ${normVersions}
      where ${normVersions.contributions} @> jsonb_build_array(jsonb_build_object('id', ${normContributions.id})))`);
  return id;
}
