import { and, asc, eq, exists, gt, inArray, isNotNull, sql } from 'drizzle-orm';

import type { ParseOptions, SkippedTable, TableTop } from '@domain/api/readings';
import type { CsvDialect } from '@domain/api/uploads';
import { type DataChoices, noChoices, tableLeftOut } from '@domain/data-rows';
import type { ErrorParameters } from '@domain/error-codes';

import type { Queryable, Transaction } from './database';
import type { NewTable, StoredFile } from './files';
import { listUnreferred } from './object-keys';
import { files, problemComments, problemGroups, sourceColumns, sourceTables } from './schema';

/** Result of reading a file. The rows are already stored. */
export interface NewReading {
  /** Dialect of a csv file; null for other files. */
  dialect: CsvDialect | null;
  tables: NewTable[];
  skipped: SkippedTable[];
}

/** One reading of a file. Results of older readings are discarded. */
type Reading = Pick<StoredFile, 'id' | 'reading'>;

/** Batch size of inserted columns or comments. */
const insertBatchSize = 5000;

/** Marks a file to be read again with other choices. Its tables stay until the new ones exist. */
export async function startReading(tx: Transaction, id: string, choices: ParseOptions): Promise<void> {
  await tx
    .update(files)
    .set({ state: 'received', choices, reading: sql`${files.reading} + 1` })
    .where(eq(files.id, id));
}

/** Marks a file to be read again with its present choices. */
export async function restartReading(tx: Transaction, id: string): Promise<void> {
  await tx
    .update(files)
    .set({ state: 'received', reading: sql`${files.reading} + 1` })
    .where(eq(files.id, id));
}

export async function setReading(db: Queryable, reading: Reading): Promise<void> {
  await db.update(files).set({ state: 'reading' }).where(isUnderWay(reading));
}

/**
 * Stores why a file cannot be read. Tables of an earlier reading are kept. A corrected file does not become current,
 * and the same content may be uploaded again.
 */
export async function setFailed(
  db: Queryable,
  reading: Reading,
  failure: { code: string; parameters: ErrorParameters },
): Promise<void> {
  const former = db.select({ id: sourceTables.id }).from(sourceTables).where(eq(sourceTables.file, files.id));
  await db
    .update(files)
    .set({
      state: sql`case when ${exists(former)} then 'ready' else 'failed' end`,
      failureCode: failure.code,
      failureParameters: failure.parameters,
      counts: sql`${files.counts} and ${files.versionState} = 'current'`,
    })
    .where(isUnderWay(reading));
}

function isUnderWay({ id, reading }: Reading) {
  return and(eq(files.id, id), eq(files.reading, reading), inArray(files.state, ['received', 'reading']));
}

/**
 * Replaces the tables of the previous reading of a file. Columns with the same name keep their targets. Comments on
 * single cells are kept until the check finds another value. Returns the tables to check and the keys of objects
 * without references.
 */
export async function saveReading(
  tx: Transaction,
  id: string,
  { dialect, tables, skipped }: NewReading,
): Promise<{ mapped: number[]; unused: string[] }> {
  const former = await findFormer(tx, id);
  await tx.delete(sourceTables).where(eq(sourceTables.file, id));
  const mapped: number[] = [];
  for (const [position, table] of tables.entries()) {
    const isOnly = tables.length === 1 && former.tables.length === 1;
    const old = isOnly ? former.tables[0] : former.tables.find(({ name }) => name === table.name);
    const added = await insertTable(tx, id, position, table, {
      targets: targetsByName(table, old?.columns ?? []),
      dataChoices: old && keptChoices(old.dataChoices, table),
    });
    if (added.isToCheck) mapped.push(added.id);
    if (old) await keepComments(tx, old, added.id, table);
  }
  await setRead(tx, id, { dialect, skipped });
  // Another attempt at the same reading used the same keys, so they are not removed.
  return { mapped, unused: await listUnreferred(tx, former.objectKeys) };
}

export async function setRead(
  tx: Transaction,
  id: string,
  { dialect, skipped }: Pick<NewReading, 'dialect' | 'skipped'>,
): Promise<void> {
  await tx
    .update(files)
    .set({ state: 'ready', dialect, skipped, failureCode: null, failureParameters: null })
    .where(eq(files.id, id));
}

/** First rows by table, for files whose format does not name the columns. */
export async function listTops(db: Queryable, tables: number[]): Promise<Map<number, TableTop | null>> {
  const rows = await db
    .select({ id: sourceTables.id, top: sourceTables.top })
    .from(sourceTables)
    .where(inArray(sourceTables.id, tables));
  return new Map(rows.map(({ id, top }) => [id, top]));
}

/** Columns whose name differs from the one in the file, in order. */
export function listRenamedColumns(db: Queryable, tables: number[]) {
  return db
    .select({
      table: sourceColumns.table,
      position: sourceColumns.position,
      name: sourceColumns.name,
      header: sourceColumns.header,
    })
    .from(sourceColumns)
    .where(and(inArray(sourceColumns.table, tables), isNotNull(sourceColumns.header)))
    .orderBy(asc(sourceColumns.position));
}

/** Columns with dates whose order of day and month had to be decided, in order. */
export async function listDatedColumns(db: Queryable, tables: number[]) {
  const rows = await db
    .select({ table: sourceColumns.table, name: sourceColumns.name, summary: sourceColumns.summary })
    .from(sourceColumns)
    .where(and(inArray(sourceColumns.table, tables), sql`${sourceColumns.summary} ? 'dates'`))
    .orderBy(asc(sourceColumns.position));
  return rows.flatMap(({ table, name, summary }) => (summary?.dates ? [{ table, name, ...summary.dates }] : []));
}

type FormerColumn = Pick<typeof sourceColumns.$inferSelect, 'table' | 'position' | 'name' | 'targetKey' | 'targetUnit'>;
interface FormerTable {
  id: number;
  name: string;
  rowCount: number;
  firstRow: number;
  dataChoices: DataChoices;
  columns: FormerColumn[];
  comments: (typeof problemComments.$inferSelect)[];
}

/** Tables of the previous reading with their mapping and comments. */
async function findFormer(tx: Transaction, file: string) {
  const tables = await tx.select().from(sourceTables).where(eq(sourceTables.file, file));
  const ids = tables.map(({ id }) => id);
  const columns = await tx
    .select()
    .from(sourceColumns)
    .where(and(inArray(sourceColumns.table, ids), isNotNull(sourceColumns.targetKey)))
    .orderBy(asc(sourceColumns.position));
  const comments = await tx
    .select()
    .from(problemComments)
    .where(and(inArray(problemComments.table, ids), gt(problemComments.cell, 0)));
  const problems = await tx
    .select({ key: problemGroups.objectKey })
    .from(problemGroups)
    .where(and(inArray(problemGroups.table, ids), isNotNull(problemGroups.objectKey)));
  return {
    objectKeys: [...tables.map(({ objectKey }) => objectKey), ...problems.flatMap(({ key }) => key ?? [])],
    tables: tables.map(({ id, name, rowCount, firstRow, dataChoices }): FormerTable => ({
      id,
      name,
      rowCount,
      firstRow,
      dataChoices,
      columns: columns.filter(({ table }) => table === id),
      comments: comments.filter(({ table }) => table === id),
    })),
  };
}

export type ColumnTarget = Pick<typeof sourceColumns.$inferSelect, 'targetKey' | 'targetUnit'>;

/** The choices about a table, with tests left out only in columns that are still there. */
function keptChoices({ dataRows: _, ...choices }: DataChoices, { columns }: NewTable): DataChoices {
  const tests = (choices.tests ?? []).flatMap((test) => {
    const position = columns.findIndex(({ name }) => name === test.column);
    return position < 0 ? [] : { ...test, position };
  });
  return { ...choices, tests };
}

/** Targets of the previous columns, by the positions of the new columns with the same names. */
function targetsByName({ columns }: NewTable, former: FormerColumn[]): Map<number, ColumnTarget> {
  const byName = new Map(former.map((column) => [column.name, column]));
  return new Map(
    columns.flatMap(({ name }, position) => {
      const column = byName.get(name);
      return column ? [[position, column] as const] : [];
    }),
  );
}

/**
 * Inserts a table with targets by column position and what its user decided about its rows. A table with targets that is
 * not left out is marked for a check.
 */
export async function insertTable(
  tx: Transaction,
  file: string,
  position: number,
  { columns, ...table }: NewTable,
  { targets, dataChoices }: { targets: ReadonlyMap<number, ColumnTarget>; dataChoices?: DataChoices },
): Promise<{ id: number; isToCheck: boolean }> {
  const isLeftOut = tableLeftOut({ recognised: table.recognised, choices: dataChoices ?? noChoices }) !== null;
  const isToCheck = targets.size > 0 && !isLeftOut;
  const [added] = await tx
    .insert(sourceTables)
    .values({ file, position, ...table, dataChoices, checkState: isToCheck ? 'running' : 'none' })
    .returning({ id: sourceTables.id });
  if (!added) throw new Error('The table was not stored.');
  const rows = columns.map((column, index) => {
    const { targetKey = null, targetUnit = null } = targets.get(index) ?? {};
    return { table: added.id, position: index, ...column, targetKey, targetUnit };
  });
  for (let from = 0; from < rows.length; from += insertBatchSize) {
    await tx.insert(sourceColumns).values(rows.slice(from, from + insertBatchSize));
  }
  return { id: added.id, isToCheck };
}

/** Inserts the comments of a table. */
export async function insertComments(
  tx: Transaction,
  table: number,
  comments: Omit<typeof problemComments.$inferInsert, 'id' | 'table'>[],
): Promise<void> {
  for (let from = 0; from < comments.length; from += insertBatchSize) {
    const some = comments.slice(from, from + insertBatchSize);
    await tx.insert(problemComments).values(some.map((comment) => ({ ...comment, table })));
  }
}

async function keepComments(
  tx: Transaction,
  former: FormerTable,
  table: number,
  { columns, firstRow, rowCount }: NewTable,
): Promise<void> {
  // The same rows of the same file: only numbers of tables read before `first_row` was stored can differ.
  const movedBy = rowCount === former.rowCount ? firstRow - former.firstRow : 0;
  const names = new Map(former.columns.map(({ position, name }) => [position, name]));
  const positions = new Map(columns.map(({ name }, position) => [name, position]));
  const rows = former.comments.flatMap(({ rule, column, cell, value, comment, writtenAt }) => {
    const position = positions.get(names.get(column) ?? '');
    const row = cell + movedBy;
    if (position === undefined || row < firstRow) return [];
    return [{ rule, column: position, cell: row, value, comment, writtenAt }];
  });
  await insertComments(tx, table, rows);
}
