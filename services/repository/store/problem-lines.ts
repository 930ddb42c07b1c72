import { and, asc, eq, or, sql, type SQL } from 'drizzle-orm';

import type { ProblemCounts, ProblemSeverity } from '@domain/api/problems';

import type { Queryable } from './database';
import { problemComments, problemGroups } from './schema';

export type ProblemGroup = typeof problemGroups.$inferSelect;

/** Values of `cell` that are not rows: a whole column or table, cells that are not listed, all cells of a group. */
export const wholeCell = 0;
export const furtherCells = -1;
export const wholeGroup = -2;
/** Value of `column` for a problem of the whole table. */
export const wholeTable = -1;

/** Line in a list of problems: one listed cell of a group, or all its further cells. */
export interface ProblemLine {
  group: number;
  position: number;
}

/** Filter of lines. `column` is a position, or null for problems of the whole table. */
export interface LineFilter {
  column?: number | null;
  severity?: ProblemSeverity;
}

const commentOf = (group: SQL) => sql`
  ${problemComments} as comment where comment.table_id = ${group}.table_id and comment.rule = ${group}.rule
    and comment.column_position = coalesce(${group}.column_position, ${wholeTable})`;

/**
 * SQL relation with the lines of a group (position, number, uncommented, is_commented): `uncommented` is the number of
 * its cells without a comment of their own. A line counts as commented if it has a comment
 * of its own, or one for all further cells or for the whole group.
 */
export const linesOf = (group: SQL): SQL => sql`(
  select position, number, uncommented,
    exists (select from ${commentOf(group)} and comment.cell in (position, ${wholeGroup}))
    or uncommented <= 0 as is_commented
  from (
    select position, number, case when position = ${furtherCells} then
      ${group}.count - jsonb_array_length(${group}.cells) - (
        select count(*) from ${commentOf(group)} and comment.cell > ${wholeCell} and not exists (
          select from jsonb_array_elements(${group}.cells) as item
          where (item ->> 'row')::int = comment.cell)) else 1 end as uncommented
    from (
    select (item ->> 'row')::int as position, number
      from jsonb_array_elements(${group}.cells) with ordinality as listed (item, number)
    union all
    select case jsonb_array_length(${group}.cells) when 0 then ${wholeCell}::int else ${furtherCells}::int end, null
      where ${group}.count > jsonb_array_length(${group}.cells)
    ) as positions
  ) as counted)`;

/** Number of cells with problems in a table, and of those that need a comment. */
export async function countProblems(db: Queryable, table: number): Promise<ProblemCounts> {
  const { rows } = await db.execute<{ [Count in keyof ProblemCounts]: number }>(sql`
    select coalesce(sum(found.count), 0)::int as cells,
      coalesce(sum(found.count) filter (where not found.can_override), 0)::int as errors,
      (count(*) filter (where found.can_override))::int as groups,
      coalesce(sum(line.open), 0)::int as open
    from ${problemGroups} as found left join lateral (
      select sum(uncommented) as open from ${linesOf(sql`found`)} as line
      where found.can_override and not is_commented) as line on true
    where found.table_id = ${table}`);
  return rows[0] ?? { cells: 0, errors: 0, open: 0, groups: 0 };
}

/** Positions of columns with problems, in order; null, at the end, for problems of the whole table. */
export async function listProblemColumns(db: Queryable, table: number): Promise<(number | null)[]> {
  const { rows } = await db.execute<{ column: number | null }>(sql`
    select distinct column_position as column from ${problemGroups} where table_id = ${table}
    order by column_position nulls last`);
  return rows.map(({ column }) => column);
}

/**
 * Window of the filtered lines of a table. Lines of the rules in `explaining` come first, then those that cannot be
 * overridden. If the window is beyond the end, the last one is returned.
 */
export async function listProblemLines(
  db: Queryable,
  table: number,
  { offset, limit, filter, explaining }: { offset: number; limit: number; filter: LineFilter; explaining: string[] },
): Promise<{ total: number; offset: number; lines: ProblemLine[] }> {
  const listed = sql`${problemGroups} as found, lateral ${linesOf(sql`found`)} as line
    where found.table_id = ${table} and ${passes(filter)}`;
  const counted = await db.execute<{ total: number }>(sql`select count(*)::int as total from ${listed}`);
  const total = counted.rows[0]?.total ?? 0;
  const start = offset < total ? offset : Math.max(0, Math.floor((total - 1) / limit) * limit);
  const { rows } = await db.execute<{ group: number; position: number }>(sql`
    select found.id as group, line.position from ${listed}
    order by found.rule not in (select jsonb_array_elements_text(${JSON.stringify(explaining)}::jsonb)),
      found.can_override, found.column_position nulls last, found.rule, found.id, line.number nulls last
    limit ${limit} offset ${start}`);
  return { total, offset: start, lines: rows };
}

function passes({ column, severity }: LineFilter): SQL {
  const ofColumn = column === undefined ? sql`true` : sql`found.column_position is not distinct from ${column}::int`;
  const ofSeverity: Record<ProblemSeverity, SQL> = {
    error: sql`not found.can_override`,
    open: sql`found.can_override and not line.is_commented`,
    commented: sql`found.can_override and line.is_commented`,
  };
  return severity === undefined ? ofColumn : sql`${ofColumn} and ${ofSeverity[severity]}`;
}

/** Number of problem groups of a table and of their cells. */
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

/** First problem groups of a table by column and rule, those of the whole table last. */
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
  /** -1 for the whole table. */
  column: number;
  comment: string;
  /** Number of different comments on the group. */
  total: number;
}

/** Different comments on groups, at most `limit` per group: the one on the whole group, then the most used. */
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
      position: sql<number>`row_number() over (partition by ${rule}, ${column}
        order by bool_or(${cell} = ${wholeGroup}) desc, count(*) desc, min(${cell}))`.as('position'),
    })
    .from(problemComments)
    .where(and(eq(problemComments.table, table), isOnGroup))
    .groupBy(rule, column, comment)
    .as('different');
  return db
    .select({ rule: different.rule, column: different.column, comment: different.comment, total: different.total })
    .from(different)
    .where(sql`${different.position} <= ${limit}`)
    .orderBy(different.position);
}
