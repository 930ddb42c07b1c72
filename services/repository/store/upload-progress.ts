import { and, asc, eq, inArray, sql } from 'drizzle-orm';

import { groupBy } from '@domain/group-by';
import { type DataChoices, type RecognisedData, tableLeftOut, type TableReason } from '@domain/data-rows';
import { type CheckState, workflowFlags, type WorkflowFlags } from '@domain/workflow-steps';

import type { Queryable } from './database';
import { type Membership, membershipsOfRow } from './members';
import { type GroupCounts, groupCountsOf } from './problems';
import { dois, files, sourceColumns, sourceTables, studies, uploads, withdrawals } from './schema';
import { copyOfWithdrawn } from './withdrawals';

export interface TableProgress {
  id: number;
  name: string;
  position: number;
  rowCount: number;
  /** Row of the file in which the data begins, as a spreadsheet program counts. */
  firstRow: number;
  objectKey: string;
  mapped: boolean;
  checkState: CheckState;
  mappingRevision: number;
  n: number | null;
  recognised: RecognisedData | null;
  choices: DataChoices;
  problems: GroupCounts;
  /** Why the table is left out; null if it is data. */
  leftOut: TableReason | null;
}

/** An upload with its current file and the state of its workflow. */
export interface UploadProgress {
  upload: typeof uploads.$inferSelect;
  study: typeof studies.$inferSelect;
  /** With whom it is shared, or was. */
  members: Membership[];
  doi: typeof dois.$inferSelect | null;
  /** How far its withdrawal is; null if nobody has ever asked for it. */
  withdrawal: typeof withdrawals.$inferSelect | null;
  file: typeof files.$inferSelect;
  /** Public number of the withdrawn data set whose very file this upload has, if it is not public itself; or null. */
  copyOfWithdrawn: number | null;
  tables: TableProgress[];
  /** The tables that are not left out. */
  dataTables: TableProgress[];
  flags: WorkflowFlags;
  /** A problem cannot be overridden or has no comment. */
  hasErrors: boolean;
  /** There are problems, and all of them have comments. */
  hasOverriddenProblems: boolean;
  /** Persons or cases in all tables; null until all are checked. */
  n: number | null;
}

/** Whether nobody may read the file of an upload, because its data is withdrawn. */
export function isFileWithdrawn({
  upload,
  copyOfWithdrawn,
}: Pick<UploadProgress, 'upload' | 'copyOfWithdrawn'>): boolean {
  return upload.withdrawnAt !== null || copyOfWithdrawn !== null;
}

/** Progress of one upload; null if it does not exist or is deleted. */
export async function findUploadProgress(db: Queryable, number: number): Promise<UploadProgress | null> {
  return (await listUploadProgress(db, [number]))[0] ?? null;
}

/** Progress of several uploads in the order of `numbers`, without unknown and deleted ones. */
export async function listUploadProgress(db: Queryable, numbers: number[]): Promise<UploadProgress[]> {
  const rows = numbers.length === 0 ? [] : await findUploads(db, numbers);
  if (rows.length === 0) return [];
  const tables = await listTables(
    db,
    rows.map(({ file }) => file.id),
  );
  const byFile = groupBy(tables, ({ file }) => file);
  const byNumber = new Map<number, UploadProgress>();
  for (const row of rows) {
    const { file } = row;
    const own = byFile.get(file.id) ?? [];
    const dataTables = own.filter(({ leftOut }) => leftOut === null);
    const found = dataTables.map(({ problems }) => problems);
    const hasErrors = found.some(({ open }) => open > 0);
    byNumber.set(row.upload.number, {
      ...row,
      tables: own,
      dataTables,
      flags: workflowFlags({
        status: row.upload.status,
        isRead: file.state === 'ready',
        tables: dataTables,
        hasOpenProblems: hasErrors,
        hasMetadata: row.study.savedAt !== null,
      }),
      hasErrors,
      hasOverriddenProblems: !hasErrors && found.some(({ all }) => all > 0),
      n: sumOf(dataTables),
    });
  }
  return numbers.flatMap((number) => byNumber.get(number) ?? []);
}

function sumOf(tables: TableProgress[]): number | null {
  if (tables.length === 0 || tables.some(({ n }) => n === null)) return null;
  return tables.reduce((sum, { n }) => sum + (n ?? 0), 0);
}

/** Uploads with what there is once of each, and who shares them. One statement, because every page of an upload asks it. */
function findUploads(db: Queryable, numbers: number[]) {
  return db
    .select({
      upload: uploads,
      file: files,
      study: studies,
      doi: dois,
      withdrawal: withdrawals,
      members: membershipsOfRow,
      copyOfWithdrawn,
    })
    .from(uploads)
    .innerJoin(files, and(eq(files.upload, uploads.number), eq(files.versionState, 'current')))
    .innerJoin(studies, eq(studies.id, uploads.study))
    .leftJoin(dois, eq(dois.upload, uploads.number))
    .leftJoin(withdrawals, eq(withdrawals.upload, uploads.number))
    .where(and(inArray(uploads.number, numbers), sql`${uploads.deletedAt} is null`));
}

/** Current file of each upload. */
export function findCurrentFiles(db: Queryable, numbers: number[]) {
  return db
    .select()
    .from(files)
    .where(and(inArray(files.upload, numbers), eq(files.versionState, 'current')));
}

/** Tables of some files, in order. */
export async function listTables(db: Queryable, fileIds: string[]) {
  // With a limit, because it could be made a table of all mapped columns otherwise.
  const mapped = sql<boolean>`(
    select true from ${sourceColumns}
    where ${sourceColumns.table} = ${sourceTables.id} and ${sourceColumns.targetKey} is not null limit 1) is not null`;
  const rows = await db
    .select({
      id: sourceTables.id,
      file: sourceTables.file,
      name: sourceTables.name,
      position: sourceTables.position,
      rowCount: sourceTables.rowCount,
      firstRow: sourceTables.firstRow,
      objectKey: sourceTables.objectKey,
      mapped,
      checkState: sourceTables.checkState,
      mappingRevision: sourceTables.mappingRevision,
      n: sourceTables.n,
      recognised: sourceTables.recognised,
      choices: sourceTables.dataChoices,
      problems: groupCountsOf(sql`${sourceTables}.id`),
    })
    .from(sourceTables)
    .where(inArray(sourceTables.file, fileIds))
    .orderBy(asc(sourceTables.file), asc(sourceTables.position));
  return rows.map((row) => ({ ...row, leftOut: tableLeftOut(row) }));
}
