import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm';

import type { ProblemTally } from '@domain/api/corrections';
import type { DataChoices } from '@domain/data-rows';

import type { Queryable, Transaction } from './database';
import { problemComments, problemGroups, sourceColumns, sourceTables } from './schema';

type FormerColumn = Pick<typeof sourceColumns.$inferSelect, 'table' | 'position' | 'name' | 'targetKey' | 'targetUnit'>;

/** A table of the current file with its mapping and comments. */
export interface FormerTable {
  id: number;
  name: string;
  rowCount: number;
  firstRow: number;
  objectKey: string;
  dataChoices: DataChoices;
  /** In order. */
  columns: FormerColumn[];
  comments: (typeof problemComments.$inferSelect)[];
  /** Null if the check is not finished. */
  problems: ProblemTally | null;
}

/** Tables of a file in order, with columns, comments and counts of problems. */
export async function listFormerTables(db: Queryable, file: string): Promise<FormerTable[]> {
  const tables = await db
    .select()
    .from(sourceTables)
    .where(eq(sourceTables.file, file))
    .orderBy(asc(sourceTables.position));
  const ids = tables.map(({ id }) => id);
  const columns = await db
    .select()
    .from(sourceColumns)
    .where(inArray(sourceColumns.table, ids))
    .orderBy(asc(sourceColumns.position));
  const comments = await db
    .select()
    .from(problemComments)
    .where(inArray(problemComments.table, ids))
    .orderBy(asc(problemComments.column), asc(problemComments.cell), asc(problemComments.rule));
  const groups = await db
    .select({ table: problemGroups.table, canOverride: problemGroups.canOverride, count: problemGroups.count })
    .from(problemGroups)
    .where(inArray(problemGroups.table, ids));
  return tables.map(({ id, name, rowCount, firstRow, objectKey, dataChoices, checkState }) => ({
    id,
    name,
    rowCount,
    firstRow,
    objectKey,
    dataChoices,
    columns: columns.filter(({ table }) => table === id),
    comments: comments.filter(({ table }) => table === id),
    problems: checkState === 'ready' ? tallyProblems(groups.filter(({ table }) => table === id)) : null,
  }));
}

/** Number of cells in problem groups, by whether a comment can override them. */
export function tallyProblems(groups: { canOverride: boolean; count: number }[]): ProblemTally {
  const sum = (some: typeof groups) => some.reduce((cells, { count }) => cells + count, 0);
  return {
    locked: sum(groups.filter(({ canOverride }) => !canOverride)),
    explainable: sum(groups.filter(({ canOverride }) => canOverride)),
  };
}

/** Removes the tables of a file and everything that belongs to them. Returns the keys of their objects. */
export async function deleteTables(tx: Transaction, file: string): Promise<string[]> {
  const ids = tx.select({ id: sourceTables.id }).from(sourceTables).where(eq(sourceTables.file, file));
  const problems = await tx
    .select({ key: problemGroups.objectKey })
    .from(problemGroups)
    .where(and(inArray(problemGroups.table, ids), isNotNull(problemGroups.objectKey)));
  const tables = await tx
    .delete(sourceTables)
    .where(eq(sourceTables.file, file))
    .returning({ key: sourceTables.objectKey });
  return [...problems, ...tables].flatMap(({ key }) => key ?? []);
}
