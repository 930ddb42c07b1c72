import { and, desc, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm';
import { alias, type PgColumn } from 'drizzle-orm/pg-core';

import type { UploadStatus } from '@domain/upload-status';

import type { Queryable, Transaction } from './database';
import type { StoredFile } from './files';
import { documents, files, problemComments, detachedComments, sourceColumns, sourceTables, uploads } from './schema';
import type { UploadRow } from './studies';

/** An upload that another one refers to. */
export interface Relative extends Pick<UploadRow, 'number' | 'kind' | 'createdAt'> {
  status: UploadStatus;
  fileName: string;
}

const relative = {
  number: uploads.number,
  kind: uploads.kind,
  createdAt: uploads.createdAt,
  status: uploads.status,
  fileName: files.name,
};

/** Uploads that are revised by the given uploads, keyed by the latter. */
export async function listRevised(db: Queryable, numbers: number[]): Promise<Map<number, Relative>> {
  const revising = alias(uploads, 'revising');
  const rows = await db
    .select({ ...relative, by: revising.number })
    .from(revising)
    .innerJoin(uploads, eq(uploads.number, revising.revises))
    .innerJoin(files, and(eq(files.upload, uploads.number), eq(files.versionState, 'current')))
    .where(inArray(revising.number, numbers));
  return new Map(rows.map(({ by, ...revised }) => [by, revised]));
}

/** Newest revision (not deleted) of each of the given uploads, keyed by the latter. */
export async function listRevisions(db: Queryable, numbers: number[]): Promise<Map<number, Relative>> {
  const rows = await db
    .select({ ...relative, of: sql<number>`${uploads.revises}`.mapWith(Number) })
    .from(uploads)
    .innerJoin(files, and(eq(files.upload, uploads.number), eq(files.versionState, 'current')))
    .where(and(inArray(uploads.revises, numbers), isNull(uploads.deletedAt)))
    .orderBy(desc(uploads.number));
  const newest = new Map<number, Relative>();
  for (const { of, ...revision } of rows) if (!newest.has(of)) newest.set(of, revision);
  return newest;
}

/** Other uploads of a study that are not deleted. */
export async function listSiblings(db: Queryable, study: number, number: number): Promise<Relative[]> {
  const rows = await db
    .select(relative)
    .from(uploads)
    .innerJoin(files, and(eq(files.upload, uploads.number), eq(files.versionState, 'current')))
    .where(and(eq(uploads.study, study), isNull(uploads.deletedAt)))
    .orderBy(uploads.number);
  return rows.filter((sibling) => sibling.number !== number);
}

/**
 * Adds an upload in `study` that is a copy of another one, with references to the same objects and copies of tables,
 * mapping, comments and documents. It is not checked yet. Shared objects are removed with the last row that refers to them
 * (`listUnreferred`). The copied upload and the content must be locked.
 */
export async function insertCopy(
  tx: Transaction,
  {
    copied,
    file,
    study,
    place,
    id,
    now,
  }: {
    copied: Pick<UploadRow, 'number' | 'kind' | 'owner'>;
    file: StoredFile;
    study: number;
    place: CopyPlace;
    /** Id of the new row of the file. */
    id: string;
    now: Date;
  },
): Promise<number> {
  const { kind, owner } = copied;
  const [upload] = await tx
    .insert(uploads)
    .values({ kind, owner, study, ...place, createdAt: now })
    .returning({ number: uploads.number });
  if (!upload) throw new Error('The copy was not stored.');
  const first = { version: 1, reading: 0, changes: null, versionState: 'current', counts: true } as const;
  await tx.insert(files).values({ ...file, ...first, id, upload: upload.number, receivedAt: now });
  for (const table of await listTables(tx, file.id)) await copyTable(tx, table, id);
  await copyRows(tx, detachedComments.upload, copied.number, upload.number);
  await copyRows(tx, documents.upload, copied.number, upload.number);
  return upload.number;
}

/** The upload that a copy revises, and its place among the versions of a data set. */
export type CopyPlace = Pick<UploadRow, 'revises' | 'series' | 'version'>;

function listTables(tx: Transaction, file: string) {
  return tx.select().from(sourceTables).where(eq(sourceTables.file, file)).orderBy(sourceTables.position);
}

async function copyTable(
  tx: Transaction,
  { position, name, rowCount, firstRow, objectKey, top, recognised, dataChoices, id }: typeof sourceTables.$inferSelect,
  file: string,
): Promise<void> {
  const [added] = await tx
    .insert(sourceTables)
    .values({ file, position, name, rowCount, firstRow, objectKey, top, recognised, dataChoices })
    .returning({ id: sourceTables.id });
  if (!added) throw new Error('The table was not stored.');
  await copyRows(tx, sourceColumns.table, id, added.id);
  await copyRows(tx, problemComments.table, id, added.id);
}

/** Copies the rows with `reference` = `from`, with `to` in its place and a new id. */
async function copyRows(tx: Transaction, reference: PgColumn, from: number, to: number): Promise<void> {
  const others = Object.values(getTableColumns(reference.table))
    .map(({ name }) => name)
    .filter((name) => name !== 'id' && name !== reference.name);
  const names = sql.join(
    others.map((name) => sql.identifier(name)),
    sql`, `,
  );
  const own = sql.identifier(reference.name);
  await tx.execute(sql`
    insert into ${reference.table} (${own}, ${names})
    select ${to}, ${names} from ${reference.table} where ${own} = ${from}`);
}
