import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm';

import type { FileChanges } from '@domain/api/corrections';

import type { Queryable } from './database';
import { furtherCells, wholeCell, wholeGroup, wholeTable } from './problem-lines';
import { files, problemComments, problemGroups, sourceTables, votes } from './schema';

/** Comments on a group with the same text. */
export interface CommentUse {
  group: number;
  comment: string;
  /** Number of cells with this comment of their own, and of those that are listed. */
  own: number;
  ownListed: number;
  /** It is on all further cells, or on all cells without a comment of their own. */
  isForFurther: boolean;
  isForWhole: boolean;
}

export interface GroupSize {
  id: number;
  table: number;
  rule: string;
  column: number | null;
  count: number;
  listed: number;
}

/** Problem groups of some tables with their sizes, the largest first. */
export async function listGroupSizes(db: Queryable, tables: number[]): Promise<GroupSize[]> {
  return db
    .select({
      id: problemGroups.id,
      table: problemGroups.table,
      rule: problemGroups.rule,
      column: problemGroups.column,
      count: problemGroups.count,
      listed: sql<number>`jsonb_array_length(${problemGroups.cells})`,
    })
    .from(problemGroups)
    .where(inArray(problemGroups.table, tables))
    .orderBy(
      sql`${problemGroups.count} desc`,
      asc(problemGroups.table),
      asc(problemGroups.rule),
      asc(problemGroups.id),
    );
}

/**
 * Comments on some tables by group and text. Comments on cells that the last check did not find again are left out: they
 * stay stored in case the problem comes back.
 */
export async function listCommentUses(db: Queryable, tables: number[]): Promise<CommentUse[]> {
  const isListed = sql`exists (
    select from jsonb_array_elements(${problemGroups.cells}) as item
    where (item ->> 'row')::int = ${problemComments.cell})`;
  const { rows } = await db.execute<{ [Name in keyof CommentUse]: CommentUse[Name] }>(sql`
    select "group", comment,
      (count(*) filter (where cell >= ${wholeCell}))::int as own,
      (count(*) filter (where is_listed))::int as "ownListed",
      bool_or(cell = ${furtherCells}) as "isForFurther",
      bool_or(cell = ${wholeGroup}) as "isForWhole"
    from (
      select ${problemGroups.id} as "group", ${problemComments.comment} as comment, ${problemComments.cell} as cell,
        ${problemGroups.objectKey} is not null as has_more, ${isListed} as is_listed
      from ${problemGroups} join ${problemComments} on ${problemComments.table} = ${problemGroups.table}
        and ${problemComments.rule} = ${problemGroups.rule}
        and ${problemComments.column} = coalesce(${problemGroups.column}, ${wholeTable})
      where ${inArray(problemGroups.table, tables)}) as used
    where cell <= ${wholeCell} or is_listed or has_more
    group by "group", comment
    order by "group", own desc, comment`);
  return rows;
}

/** Corrected files of an upload that came into use, the first one first. */
export async function listCorrections(
  db: Queryable,
  upload: number,
): Promise<{ receivedAt: Date; changes: FileChanges }[]> {
  const rows = await db
    .select({ receivedAt: files.receivedAt, changes: files.changes })
    .from(files)
    .where(and(eq(files.upload, upload), isNotNull(files.changes)))
    .orderBy(asc(files.version));
  return rows.flatMap(({ receivedAt, changes }) => (changes ? [{ receivedAt, changes }] : []));
}

/** When the votes on an upload were cast, the earliest first. */
export async function listVoteTimes(db: Queryable, upload: number): Promise<Date[]> {
  const rows = await db
    .select({ endedAt: votes.endedAt })
    .from(votes)
    .where(eq(votes.upload, upload))
    .orderBy(asc(votes.endedAt));
  return rows.map(({ endedAt }) => endedAt);
}

/** When some tables were checked last and with which version of the rules. */
export async function listCheckFacts(
  db: Queryable,
  tables: number[],
): Promise<{ checkedAt: Date | null; rulesVersion: string | null }[]> {
  return db
    .select({ checkedAt: sourceTables.checkedAt, rulesVersion: sourceTables.rulesVersion })
    .from(sourceTables)
    .where(inArray(sourceTables.id, tables));
}
