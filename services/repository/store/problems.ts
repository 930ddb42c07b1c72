import { and, asc, eq, inArray, or, sql, type SQL } from 'drizzle-orm';

import type { Queryable } from './database';
import { linesOf, type ProblemGroup, wholeTable } from './problem-lines';
import { problemComments, problemGroups } from './schema';

/** Number of problem groups of a table, and of those that need a correction or a comment. */
export interface GroupCounts {
  all: number;
  open: number;
}

export type ProblemGroupInsert = Omit<typeof problemGroups.$inferInsert, 'id' | 'table'>;
type StoredComment = typeof problemComments.$inferSelect;

/** Batch size of inserted groups or comments. */
const insertBatchSize = 200;

/** A group is open if it cannot be overridden or one of its lines has no comment. */
const isOpen = sql<boolean>`(not ${problemGroups.canOverride} or exists (
  select from ${linesOf(sql`${problemGroups}`)} as line where not is_commented))`;

/** Counts of the problem groups of a table, as an expression. `table` is its id there. */
export const groupCountsOf = (table: SQL): SQL<GroupCounts> => sql`(
  select jsonb_build_object('all', count(*), 'open', count(*) filter (where ${isOpen}))
  from ${problemGroups} where ${problemGroups}.table_id = ${table})`;

/** Problem groups of a table (all, or those with the given ids) by column and rule, those of the whole table last. */
export function listProblemGroups(db: Queryable, table: number, some?: number[]): Promise<ProblemGroup[]> {
  return db
    .select()
    .from(problemGroups)
    .where(and(eq(problemGroups.table, table), some && inArray(problemGroups.id, some)))
    .orderBy(asc(problemGroups.column), asc(problemGroups.rule), asc(problemGroups.id));
}

/** Comments of a table: all, or those on the given groups. */
export function listProblemComments(
  db: Queryable,
  table: number,
  groups?: Pick<ProblemGroup, 'rule' | 'column'>[],
): Promise<StoredComment[]> {
  if (groups?.length === 0) return Promise.resolve([]);
  const isOnGroup = groups?.map(({ rule, column }) =>
    and(eq(problemComments.rule, rule), eq(problemComments.column, column ?? wholeTable)),
  );
  return db
    .select()
    .from(problemComments)
    .where(and(eq(problemComments.table, table), isOnGroup && or(...isOnGroup)));
}

/**
 * Replaces the problems of a table with those of a new check. Comments are kept only if cell and value are the same.
 * Returns the keys of objects that are no longer needed.
 */
export async function replaceProblems(tx: Queryable, table: number, groups: ProblemGroupInsert[]): Promise<string[]> {
  const unused = await clearProblems(tx, table);
  for (let from = 0; from < groups.length; from += insertBatchSize) {
    const some = groups.slice(from, from + insertBatchSize);
    await tx.insert(problemGroups).values(some.map((group) => ({ ...group, table })));
  }
  await tx.execute(sql`
    delete from ${problemComments} as kept
    using ${problemGroups} as found, jsonb_array_elements(found.cells) as listed (item)
    where kept.table_id = ${table} and found.table_id = ${table} and kept.rule = found.rule
      and kept.column_position = coalesce(found.column_position, ${wholeTable})
      and kept.cell = (listed.item ->> 'row')::int and kept.value <> coalesce(listed.item ->> 'value', '')`);
  return unused;
}

/** Removes the problems of a table but not their comments. Returns the keys of objects that are no longer needed. */
export async function clearProblems(tx: Queryable, table: number): Promise<string[]> {
  const removed = await tx
    .delete(problemGroups)
    .where(eq(problemGroups.table, table))
    .returning({ objectKey: problemGroups.objectKey });
  return removed.flatMap(({ objectKey }) => objectKey ?? []);
}

type CommentTarget = Pick<StoredComment, 'rule' | 'column' | 'cell'>;

/** Saves comments of a table. An empty one deletes the stored one. The last of several on one cell wins. */
export async function saveComments(
  tx: Queryable,
  table: number,
  comments: (CommentTarget & { value: string; comment: string })[],
  now: Date,
): Promise<void> {
  const byCell = new Map(comments.map((entry) => [`${entry.rule}-${entry.column}-${entry.cell}`, entry] as const));
  const last = [...byCell.values()];
  for (let from = 0; from < last.length; from += insertBatchSize) {
    const some = last.slice(from, from + insertBatchSize);
    await withdrawComments(
      tx,
      table,
      some.filter(({ comment }) => comment === ''),
    );
    const kept = some.filter(({ comment }) => comment !== '');
    if (kept.length === 0) continue;
    await tx
      .insert(problemComments)
      .values(kept.map((entry) => ({ ...entry, table, writtenAt: now })))
      .onConflictDoUpdate({
        target: [problemComments.table, problemComments.rule, problemComments.column, problemComments.cell],
        set: { value: sql`excluded.value`, comment: sql`excluded.comment`, writtenAt: sql`excluded.written_at` },
      });
  }
}

async function withdrawComments(tx: Queryable, table: number, positions: CommentTarget[]): Promise<void> {
  if (positions.length === 0) return;
  const isAt = ({ rule, column, cell }: CommentTarget) =>
    and(eq(problemComments.rule, rule), eq(problemComments.column, column), eq(problemComments.cell, cell));
  await tx.delete(problemComments).where(and(eq(problemComments.table, table), or(...positions.map(isAt))));
}

/** Removes comments whose cells have other values now. */
export async function removeComments(tx: Queryable, ids: number[]): Promise<void> {
  if (ids.length > 0) await tx.delete(problemComments).where(inArray(problemComments.id, ids));
}
