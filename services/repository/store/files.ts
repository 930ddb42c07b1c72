import { and, asc, desc, eq, inArray, isNull, ne, or } from 'drizzle-orm';

import type { TableTop } from '@domain/api/readings';
import type { ColumnInfo, ColumnMeasures } from '@domain/column-info';
import type { RecognisedData } from '@domain/data-rows';
import type { UploadKind } from '@domain/upload-id';

import type { Queryable, Transaction } from './database';
import { isOwnOrShared } from './members';
import { listUnreferred } from './object-keys';
import { files, sourceColumns, sourceTables, uploads } from './schema';
import { removeSourceRows } from './remove-data';
import { createStudy } from './studies';
import { outsideSeries, seriesOf } from './versions';

export type StoredFile = typeof files.$inferSelect;

/** A table found in a file. Its rows are already stored. */
export interface NewTable {
  name: string;
  rowCount: number;
  /** Row of the file in which the data begins, as a spreadsheet program counts. */
  firstRow: number;
  objectKey: string;
  /** First rows of the file with the header row; null if the file format names the columns. */
  top: TableTop | null;
  recognised: RecognisedData | null;
  columns: NewColumn[];
}

export interface NewColumn {
  /** Unique within the table and never empty. */
  name: string;
  /** Name in the file, '' if there is none; null if it equals `name`. */
  header: string | null;
  info: ColumnInfo | null;
  summary?: ColumnMeasures;
}

/**
 * File with this content whose upload is neither deleted nor rejected, with the upload. For an upload the other versions
 * of its data set do not count, because a version may have the file of the former one.
 */
export async function findIdenticalFile(
  db: Queryable,
  sha256: string,
  of: Pick<typeof uploads.$inferSelect, 'number' | 'series'> | null = null,
) {
  const isOther = of ? or(eq(uploads.number, of.number), outsideSeries(seriesOf(of))) : undefined;
  const [row] = await db
    .select({ file: files, upload: uploads })
    .from(files)
    .innerJoin(uploads, eq(uploads.number, files.upload))
    .where(and(eq(files.sha256, sha256), files.counts, isOther))
    .limit(1);
  return row ?? null;
}

/** Adds an upload with a new study and its file, to be read. Returns its number. */
export async function insertUpload(
  tx: Transaction,
  {
    owner,
    kind,
    file,
    now,
  }: {
    owner: string;
    kind: UploadKind;
    file: Pick<StoredFile, 'id' | 'name' | 'bytes' | 'sha256' | 'objectKey'>;
    now: Date;
  },
): Promise<number> {
  const study = await createStudy(tx, owner);
  const [upload] = await tx
    .insert(uploads)
    .values({ kind, owner, study, createdAt: now })
    .returning({ number: uploads.number });
  if (!upload) throw new Error('The upload was not stored.');
  await tx.insert(files).values({ ...file, upload: upload.number, version: 1, state: 'received', receivedAt: now });
  return upload.number;
}

/** Numbers of a user's uploads, newest first. */
export async function listOwnNumbers(db: Queryable, subject: string): Promise<number[]> {
  const rows = await db
    .select({ number: uploads.number })
    .from(uploads)
    .where(and(isOwnOrShared(subject), isNull(uploads.deletedAt)))
    .orderBy(desc(uploads.createdAt), desc(uploads.number));
  return rows.map(({ number }) => number);
}

/** File of an upload that is not deleted; null if the file has been replaced. */
export async function findFile(db: Queryable, id: string): Promise<StoredFile | null> {
  const [row] = await db
    .select({ file: files })
    .from(files)
    .innerJoin(uploads, eq(uploads.number, files.upload))
    .where(and(eq(files.id, id), ne(files.versionState, 'replaced'), isNull(uploads.deletedAt)));
  return row?.file ?? null;
}

/** Whether the file of an upload has raw or aggregated data. */
export async function findUploadKind(db: Queryable, number: number): Promise<UploadKind> {
  const [row] = await db.select({ kind: uploads.kind }).from(uploads).where(eq(uploads.number, number));
  if (!row) throw new Error(`The upload ${number} is gone`);
  return row.kind;
}

/** Names of the tables of the given uploads, for those whose file has been read or cannot be read. */
export async function listReadTables(db: Queryable, numbers: number[]): Promise<Map<number, string[]>> {
  const rows = await db
    .select({ upload: files.upload, name: sourceTables.name })
    .from(files)
    .leftJoin(sourceTables, eq(sourceTables.file, files.id))
    .where(
      and(inArray(files.upload, numbers), eq(files.versionState, 'current'), inArray(files.state, ['ready', 'failed'])),
    )
    .orderBy(asc(files.upload), asc(sourceTables.position));
  const read = new Map<number, string[]>();
  for (const { upload, name } of rows) {
    read.set(upload, [...(read.get(upload) ?? []), ...(name === null ? [] : [name])]);
  }
  return read;
}

/** Columns of the given tables in order, with names and data from the file. */
export async function listColumnInfo(
  db: Queryable,
  tables: number[],
): Promise<Map<number, { name: string; info: ColumnInfo | null }[]>> {
  const rows = await db
    .select({ table: sourceColumns.table, name: sourceColumns.name, info: sourceColumns.info })
    .from(sourceColumns)
    .where(inArray(sourceColumns.table, tables))
    .orderBy(asc(sourceColumns.table), asc(sourceColumns.position));
  const columns = new Map<number, { name: string; info: ColumnInfo | null }[]>(tables.map((table) => [table, []]));
  for (const { table, ...column } of rows) columns.get(table)?.push(column);
  return columns;
}

/** Column names of the given tables, in order. */
export async function listColumnNames(db: Queryable, tables: number[]): Promise<Map<number, string[]>> {
  const rows = await db
    .select({ table: sourceColumns.table, name: sourceColumns.name })
    .from(sourceColumns)
    .where(inArray(sourceColumns.table, tables))
    .orderBy(asc(sourceColumns.table), asc(sourceColumns.position));
  const names = new Map<number, string[]>(tables.map((table) => [table, []]));
  for (const { table, name } of rows) names.get(table)?.push(name);
  return names;
}

/**
 * Marks an upload as deleted, removes its data and allows the same file to be uploaded again. Returns the keys of
 * objects without references.
 */
export async function deleteUploadRows(tx: Transaction, number: number, now: Date): Promise<string[]> {
  const keys = await removeSourceRows(tx, number);
  await tx.update(uploads).set({ deletedAt: now }).where(eq(uploads.number, number));
  return listUnreferred(tx, keys);
}

/** Whether there has ever been an upload, including deleted ones. */
export async function hasUploads(db: Queryable): Promise<boolean> {
  const rows = await db.select({ number: uploads.number }).from(uploads).limit(1);
  return rows.length > 0;
}
