import { and, asc, eq, or, sql } from 'drizzle-orm';

import type { Queryable } from './database';
import { wholeGroup, wholeTable } from './problem-lines';
import type { ProblemGroup } from './problems';
import { problemComments, problemGroups } from './schema';

/** How many groups of problems a table has, and the cells they are about. */
export async function countGroups(db: Queryable, table: number): Promise<{ groupCount: number; cellCount: number }> {
  const [row] = await db
    .select({
      groupCount: sql<number>`count(*)::int`,
      cellCount: sql<number>`coalesce(sum(${problemGroups.count}), 0)::int`,
    })
    .from(problemGroups)
    .where(eq(problemGroups.table, table));
  return row ?? { groupCount: 0, cellCount: 0 };
}

/** The first groups of a table by column and rule, those of the table itself last. */
export function listFirstGroups(db: Queryable, table: number, limit: number): Promise<ProblemGroup[]> {
  return db
    .select()
    .from(problemGroups)
    .where(eq(problemGroups.table, table))
    .orderBy(asc(problemGroups.column), asc(problemGroups.rule), asc(problemGroups.id))
    .limit(limit);
}

export interface CommentSummary {
  rule: string;
  /** -1 for the table. */
  column: number;
  comment: string;
  /** Different comments on the group. */
  total: number;
}

/** The first different comments on some groups, at most `limit` a group: the one on all its cells, then the most used. */
export async function listFirstComments(
  db: Queryable,
  table: number,
  groups: Pick<ProblemGroup, 'rule' | 'column'>[],
  limit: number,
): Promise<CommentSummary[]> {
  if (groups.length === 0) return [];
  const { rule, column, comment, cell } = problemComments;
  const isOnGroup = or(...groups.map((group) => and(eq(rule, group.rule), eq(column, group.column ?? wholeTable))));
  const different = db
    .select({
      rule,
      column,
      comment,
      total: sql<number>`(count(*) over (partition by ${rule}, ${column}))::int`.as('total'),
      place: sql<number>`row_number() over (partition by ${rule}, ${column}
        order by bool_or(${cell} = ${wholeGroup}) desc, count(*) desc, min(${cell}))`.as('place'),
    })
    .from(problemComments)
    .where(and(eq(problemComments.table, table), isOnGroup))
    .groupBy(rule, column, comment)
    .as('different');
  return db
    .select({ rule: different.rule, column: different.column, comment: different.comment, total: different.total })
    .from(different)
    .where(sql`${different.place} <= ${limit}`)
    .orderBy(different.place);
}
