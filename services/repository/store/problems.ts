import { count, inArray, sql } from 'drizzle-orm';

import type { Queryable } from './database';
import { problemComments, problemGroups } from './schema';

/** Groups of problems of a table: all, and those that still need a correction or a comment. */
export interface ProblemCounts {
  all: number;
  open: number;
}

/** Row of the comment on a column's or table's problem, and of the one on all cells that are not listed. */
const wholeCell = 0;
const furtherCells = -1;

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
