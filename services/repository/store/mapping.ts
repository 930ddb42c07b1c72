import { and, asc, eq, inArray, sql } from 'drizzle-orm';

import type { DataChoices } from '@domain/data-rows';

import type { Queryable } from './database';
import { files, sourceColumns, sourceTables, studies, uploads } from './schema';

export type SourceColumn = typeof sourceColumns.$inferSelect;

/** Columns of a table, in order. */
export function listSourceColumns(db: Queryable, table: number): Promise<SourceColumn[]> {
  return db.select().from(sourceColumns).where(eq(sourceColumns.table, table)).orderBy(asc(sourceColumns.position));
}

/** A table with its upload and study; null if it no longer exists. */
export async function findSourceTable(db: Queryable, table: number) {
  const [row] = await db
    .select({ table: sourceTables, upload: uploads, study: studies })
    .from(sourceTables)
    .innerJoin(files, eq(files.id, sourceTables.file))
    .innerJoin(uploads, eq(uploads.number, files.upload))
    .innerJoin(studies, eq(studies.id, uploads.study))
    .where(eq(sourceTables.id, table));
  return row ?? null;
}

/** Saves targets of columns of a table. A null key removes the target. */
export async function saveTargets(
  tx: Queryable,
  table: number,
  targets: { position: number; key: string | null; unit: string | null }[],
): Promise<void> {
  if (targets.length === 0) return;
  await tx.execute(sql`
    update ${sourceColumns} as mapped set target_key = target.key, target_unit = target.unit
    from jsonb_to_recordset(${JSON.stringify(targets)}::jsonb) as target (position int, key text, unit text)
    where mapped.table_id = ${table} and mapped.position = target.position`);
}

/** Saves which rows of a table, or whether the table, its user left out or took back in. */
export async function saveDataChoices(tx: Queryable, table: number, dataChoices: DataChoices): Promise<void> {
  await tx.update(sourceTables).set({ dataChoices }).where(eq(sourceTables.id, table));
}

/** Starts a new revision of the mapping. Results of checks of older revisions are discarded. */
export async function startMappingRevision(
  tx: Queryable,
  table: number,
  checkState: 'none' | 'running',
): Promise<number> {
  const [row] = await tx
    .update(sourceTables)
    .set({ mappingRevision: sql`${sourceTables.mappingRevision} + 1`, checkState, n: null })
    .where(eq(sourceTables.id, table))
    .returning({ revision: sourceTables.mappingRevision });
  if (!row) throw new Error(`The table ${table} is gone`);
  return row.revision;
}

/** Records who changed the mapping of a locked table. */
export async function recordMapper(tx: Queryable, table: number, mappedBy: string, mappedAt: Date): Promise<void> {
  await tx.update(sourceTables).set({ mappedBy, mappedAt }).where(eq(sourceTables.id, table));
}

/** Marks the check of a mapping revision as running or failed. Does nothing if there is a newer revision. */
export async function setCheckState(
  db: Queryable,
  { table, revision }: { table: number; revision: number },
  checkState: 'running' | 'failed',
): Promise<void> {
  await db
    .update(sourceTables)
    .set({ checkState })
    .where(and(eq(sourceTables.id, table), eq(sourceTables.mappingRevision, revision)));
}

/** Stores that the check of a table has finished, when, with which rules, and the number of persons or cases. */
export async function setChecked(
  tx: Queryable,
  table: number,
  facts: { n: number | null; checkedAt: Date; rulesVersion: string },
): Promise<void> {
  await tx
    .update(sourceTables)
    .set({ checkState: 'ready', ...facts })
    .where(eq(sourceTables.id, table));
}

/** Number of these tables whose check is running. */
export function countRunningChecks(db: Queryable, tables: number[]): Promise<number> {
  return db.$count(sourceTables, and(inArray(sourceTables.id, tables), eq(sourceTables.checkState, 'running')));
}

/** Records who wrote comments on the problems of a locked table. */
export async function recordCommenter(
  tx: Queryable,
  table: number,
  commentedBy: string,
  commentedAt: Date,
): Promise<void> {
  await tx.update(sourceTables).set({ commentedBy, commentedAt }).where(eq(sourceTables.id, table));
}
