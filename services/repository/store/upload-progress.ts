import { and, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';

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
  const found = numbers.length === 0 ? [] : await listProgressOf(db, inArray(uploads.number, numbers));
  const byNumber = new Map(found.map((progress) => [progress.upload.number, progress]));
  return numbers.flatMap((number) => byNumber.get(number) ?? []);
}

/** Progress of the uploads for which a condition on `uploads` holds, without deleted ones, in no order. */
export async function listProgressOf(db: Queryable, which: SQL): Promise<UploadProgress[]> {
  return (await findUploads(db, which)).map((row) => {
    const tables = withReasons(row.tables);
    const dataTables = tables.filter(({ leftOut }) => leftOut === null);
    const found = dataTables.map(({ problems }) => problems);
    const hasErrors = found.some(({ open }) => open > 0);
    return {
      ...row,
      tables,
      dataTables,
      flags: workflowFlags({
        status: row.upload.status,
        isRead: row.file.state === 'ready',
        tables: dataTables,
        hasOpenProblems: hasErrors,
        hasMetadata: row.study.savedAt !== null,
      }),
      hasErrors,
      hasOverriddenProblems: !hasErrors && found.some(({ all }) => all > 0),
      n: sumOf(dataTables),
    };
  });
}

function sumOf(tables: TableProgress[]): number | null {
  if (tables.length === 0 || tables.some(({ n }) => n === null)) return null;
  return tables.reduce((sum, { n }) => sum + (n ?? 0), 0);
}

/** Tables of the file in each row of a query on `files`, in order, as an expression. */
const tablesOfFile = sql<Omit<TableProgress, 'leftOut'>[]>`coalesce((
  select json_agg(
    json_build_object(
      'id', t.id, 'name', t.name, 'position', t.position, 'rowCount', t.row_count, 'firstRow', t.first_row,
      'objectKey', t.object_key, 'mapped', ${isMapped(sql`t.id`)}, 'checkState', t.check_state,
      'mappingRevision', t.mapping_revision, 'n', t.n, 'recognised', t.recognised, 'choices', t.data_choices,
      'problems', ${groupCountsOf(sql`t.id`)}) order by t.position)
  from ${sourceTables} as t where t.file = ${files}.id), '[]')`;

/** With a limit, because it could be made a table of all mapped columns otherwise. */
function isMapped(table: SQL): SQL {
  return sql`(
    select true from ${sourceColumns} as c where c.table_id = ${table} and c.target_key is not null limit 1) is not null`;
}

function withReasons(tables: readonly Omit<TableProgress, 'leftOut'>[]): TableProgress[] {
  return tables.map((table) => ({ ...table, leftOut: tableLeftOut(table) }));
}

/** Uploads with all that belongs to them. One statement, because every page and every act asks it. */
function findUploads(db: Queryable, which: SQL) {
  return db
    .select({
      upload: uploads,
      file: files,
      study: studies,
      doi: dois,
      withdrawal: withdrawals,
      members: membershipsOfRow,
      copyOfWithdrawn,
      tables: tablesOfFile,
    })
    .from(uploads)
    .innerJoin(files, and(eq(files.upload, uploads.number), eq(files.versionState, 'current')))
    .innerJoin(studies, eq(studies.id, uploads.study))
    .leftJoin(dois, eq(dois.upload, uploads.number))
    .leftJoin(withdrawals, eq(withdrawals.upload, uploads.number))
    .where(and(which, isNull(uploads.deletedAt)));
}

/** Current file of each upload. */
export function findCurrentFiles(db: Queryable, numbers: number[]) {
  return db
    .select()
    .from(files)
    .where(and(inArray(files.upload, numbers), eq(files.versionState, 'current')));
}

/** Tables of the current file of an upload, in order. */
export async function listTables(db: Queryable, upload: number): Promise<TableProgress[]> {
  const [row] = await db
    .select({ tables: tablesOfFile })
    .from(files)
    .where(and(eq(files.upload, upload), eq(files.versionState, 'current')));
  return withReasons(row?.tables ?? []);
}
