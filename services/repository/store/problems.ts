import { and, asc, count, eq, inArray, or, sql } from 'drizzle-orm';

import type { Queryable } from './database';
import { problemComments, problemGroups } from './schema';

/** Groups of problems of a table: all, and those that still need a correction or a comment. */
interface ProblemCounts {
  all: number;
  open: number;
}

export type ProblemGroup = typeof problemGroups.$inferSelect;
export type ProblemGroupInsert = Omit<typeof problemGroups.$inferInsert, 'id' | 'table'>;
type StoredComment = typeof problemComments.$inferSelect;

/** Row of the comment on a column's or table's problem, and of the one on all cells that are not listed. */
const wholeCell = 0;
export const furtherCells = -1;
/** Column of a comment on a problem of the table. */
export const wholeTable = -1;

/** Groups inserted by one statement. */
const insertedAtOnce = 200;

const isCommented = (cell: ReturnType<typeof sql>) => sql`exists (
  select 1 from ${problemComments}
  where ${problemComments.table} = ${problemGroups.table} and ${problemComments.rule} = ${problemGroups.rule}
    and ${problemComments.column} = coalesce(${problemGroups.column}, -1) and ${problemComments.cell} = ${cell})`;

/** A group is open when it cannot be overridden, or a cell of it, or its unlisted rest, has no comment. */
const isOpen = sql<boolean>`(
  not ${problemGroups.canOverride}
  or exists (
    select 1 from jsonb_array_elements(${problemGroups.cells}) as listed (cell)
    where not ${isCommented(sql`(listed.cell ->> 'row')::int`)})
  or case jsonb_array_length(${problemGroups.cells})
    when 0 then not ${isCommented(sql`${wholeCell}`)}
    when ${problemGroups.count} then false
    else not ${isCommented(sql`${furtherCells}`)} end)`;

/** Counts of problem groups by table; tables without problems are left out. */
export async function problemCounts(db: Queryable, tables: number[]): Promise<Map<number, ProblemCounts>> {
  const rows = await db
    .select({
      table: problemGroups.table,
      all: count(),
      open: sql<number>`count(*) filter (where ${isOpen})::int`,
    })
    .from(problemGroups)
    .where(inArray(problemGroups.table, tables))
    .groupBy(problemGroups.table);
  return new Map(rows.map(({ table, all, open }) => [table, { all, open }]));
}

/** Number of open problem groups of some tables together. */
export async function openProblemCount(db: Queryable, tables: number[]): Promise<number> {
  const counts = await problemCounts(db, tables);
  return [...counts.values()].reduce((sum, { open }) => sum + open, 0);
}

/** Problem groups of a table by column and rule, those of the table itself last. */
export function listProblemGroups(db: Queryable, table: number): Promise<ProblemGroup[]> {
  return db
    .select()
    .from(problemGroups)
    .where(eq(problemGroups.table, table))
    .orderBy(asc(problemGroups.column), asc(problemGroups.rule), asc(problemGroups.id));
}

export function listProblemComments(db: Queryable, table: number): Promise<StoredComment[]> {
  return db.select().from(problemComments).where(eq(problemComments.table, table));
}

/**
 * Puts the problems of a new check in the place of the old ones. Comments stay where cell and value are
 * the same; on a changed value they would answer a question nobody asked. Returns the keys of the
 * objects that are no longer needed.
 */
export async function replaceProblems(
  tx: Queryable,
  table: number,
  groups: ProblemGroupInsert[],
): Promise<string[]> {
  const unused = await clearProblems(tx, table);
  for (let from = 0; from < groups.length; from += insertedAtOnce) {
    const some = groups.slice(from, from + insertedAtOnce);
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

/** Removes the problems of a table, not their comments. Returns the keys of the objects no longer needed. */
export async function clearProblems(tx: Queryable, table: number): Promise<string[]> {
  const removed = await tx
    .delete(problemGroups)
    .where(eq(problemGroups.table, table))
    .returning({ objectKey: problemGroups.objectKey });
  return removed.flatMap(({ objectKey }) => objectKey ?? []);
}

/** Removes the comments on problems of some columns: their target is another one now. */
export async function clearColumnComments(tx: Queryable, table: number, columns: number[]): Promise<void> {
  await tx
    .delete(problemComments)
    .where(and(eq(problemComments.table, table), inArray(problemComments.column, columns)));
}

type CommentPlace = Pick<StoredComment, 'rule' | 'column' | 'cell'>;

/** Saves comments of a table; an empty one withdraws what was there. */
export async function saveComments(
  tx: Queryable,
  table: number,
  comments: (CommentPlace & { value: string; comment: string })[],
  now: Date,
): Promise<void> {
  const isAt = ({ rule, column, cell }: CommentPlace) =>
    and(eq(problemComments.rule, rule), eq(problemComments.column, column), eq(problemComments.cell, cell));
  const withdrawn = comments.filter(({ comment }) => comment === '');
  if (withdrawn.length > 0) {
    await tx.delete(problemComments).where(and(eq(problemComments.table, table), or(...withdrawn.map(isAt))));
  }
  for (const { rule, column, cell, value, comment } of comments) {
    if (comment === '') continue;
    await tx
      .insert(problemComments)
      .values({ table, rule, column, cell, value, comment, writtenAt: now })
      .onConflictDoUpdate({
        target: [problemComments.table, problemComments.rule, problemComments.column, problemComments.cell],
        set: { value, comment, writtenAt: now },
      });
  }
}
