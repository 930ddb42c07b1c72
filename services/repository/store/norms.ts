import { and, asc, eq, gt, inArray, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

import { type MetadataEntry, MetadataEntrySchema } from '@domain/api/metadata';
import { fieldIds } from '@domain/metadata/field-ids';
import { asksForLicenceForm } from '@domain/licences';
import type { UploadKind } from '@domain/upload-id';

import type { Queryable, Transaction } from './database';
import { lockVersions } from './locks';
import { dataSets, normCells, normContributions, publishedTables, uploads } from './schema';

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

/** Data sets that are read at once, so that their rows keep the process busy for some milliseconds only. */
const readAtOnce = 500;

/** Published data sets of a condition on `uploads`, by number, some hundred at a time. */
export async function* listNormDataSets(db: Queryable, condition: SQL | undefined): AsyncGenerator<NormDataSet[]> {
  let last = 0;
  for (;;) {
    const some = await listSome(db, and(condition, gt(dataSets.nr, last)));
    if (some.length > 0) yield some;
    if (some.length < readAtOnce) return;
    last = some.at(-1)!.nr;
  }
}

async function listSome(db: Queryable, condition: SQL | undefined): Promise<NormDataSet[]> {
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
    .orderBy(asc(dataSets.nr))
    .limit(readAtOnce);
  const tables = await db
    .select({
      nr: publishedTables.nr,
      objectKey: publishedTables.objectKey,
      rowCount: publishedTables.rowCount,
      columns: publishedTables.columns,
    })
    .from(publishedTables)
    .where(
      inArray(
        publishedTables.nr,
        rows.map(({ nr }) => nr),
      ),
    )
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

/** Those of these contributions that there are. */
export async function listKnownIds(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: normContributions.id })
    .from(normContributions)
    .where(isOneOf(normContributions.id, ids));
  return new Set(rows.map(({ id }) => id));
}

/** One kind of result of a contribution. */
export type ContributedCells = Omit<typeof normCells.$inferSelect, 'contribution'>;

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

/** Deletes what a data set has contributed whose data is removed. */
export async function deleteContributions(tx: Transaction, nr: number): Promise<void> {
  await tx.delete(normContributions).where(eq(normContributions.nr, nr));
}

/** Kinds of results that any of these contributions has. */
export async function listContributedKeys(db: Queryable, ids: readonly string[]): Promise<string[]> {
  const rows = await db.selectDistinct({ key: normCells.key }).from(normCells).where(areOf(ids));
  return rows.map(({ key }) => key);
}

/** What contributions of a condition have of a kind of result, by data set, and whether not everybody may see its rows now. */
export async function listCells(
  db: Queryable,
  key: string,
  isWanted: SQL | undefined,
): Promise<(Pick<ContributedCells, 'cells' | 'points'> & Contribution & { kind: UploadKind; isClosed: boolean })[]> {
  const rows = await db
    .select({
      id: normContributions.id,
      nr: normContributions.nr,
      kind: uploads.kind,
      rights: sql<string[]>`${dataSets.row} -> 'rights'`,
      cells: normCells.cells,
      points: normCells.points,
    })
    .from(normCells)
    .innerJoin(normContributions, eq(normContributions.id, normCells.contribution))
    .innerJoin(dataSets, eq(dataSets.nr, normContributions.nr))
    .innerJoin(uploads, eq(uploads.number, dataSets.upload))
    .where(and(eq(normCells.key, key), isWanted))
    .orderBy(asc(normContributions.nr));
  return rows.map(({ rights, ...one }) => ({ ...one, isClosed: asksForLicenceForm(rights) }));
}

/** Condition on `norm_cells`: they are of these contributions. */
export function areOf(ids: readonly string[]): SQL {
  return isOneOf(normCells.contribution, ids);
}

/** Condition: a column has one of many values. */
export function isOneOf(column: AnyPgColumn, values: readonly string[]): SQL {
  return sql`${column} = any(${sql.param(values)}::text[])`;
}
