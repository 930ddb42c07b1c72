import { and, eq, isNotNull, sum } from 'drizzle-orm';

import type { Queryable } from './database';
import { dois, sourceColumns, sourceTables, studies, uploads } from './schema';
import { findCurrentFiles } from './upload-progress';

export type DoiRecord = typeof dois.$inferSelect;

export async function findDoi(db: Queryable, upload: number): Promise<DoiRecord | null> {
  const [row] = await db.select().from(dois).where(eq(dois.upload, upload));
  return row ?? null;
}

/** Stores what was registered for an upload, in place of what was there. */
export async function saveDoi(db: Queryable, record: DoiRecord): Promise<void> {
  await db.insert(dois).values(record).onConflictDoUpdate({ target: dois.upload, set: record });
}

export async function removeDoi(db: Queryable, upload: number): Promise<void> {
  await db.delete(dois).where(eq(dois.upload, upload));
}

/** What the DOI of an upload is described by, deleted uploads included; null when there is none. */
export async function findDoiSubject(db: Queryable, number: number) {
  const [row] = await db
    .select({ upload: uploads, study: studies })
    .from(uploads)
    .innerJoin(studies, eq(studies.id, uploads.study))
    .where(eq(uploads.number, number));
  const [file] = await findCurrentFiles(db, [number]);
  if (!row || !file) return null;
  const [size] = await db
    .select({ rows: sum(sourceTables.rowCount).mapWith(Number) })
    .from(sourceTables)
    .where(eq(sourceTables.file, file.id));
  const targets = await db
    .selectDistinct({ key: sourceColumns.targetKey })
    .from(sourceColumns)
    .innerJoin(sourceTables, eq(sourceTables.id, sourceColumns.table))
    .where(and(eq(sourceTables.file, file.id), isNotNull(sourceColumns.targetKey)));
  return {
    ...row,
    bytes: file.bytes,
    rows: size?.rows ?? 0,
    targetKeys: targets.flatMap(({ key }) => key ?? []),
  };
}
