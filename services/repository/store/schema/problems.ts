import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, serial, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';

import { repository } from './namespace';
import { tableColumn } from './uploads';

/** Problems of one rule in one column, set of rows or table, found by the check of one mapping revision. */
export const problemGroups = repository.table(
  'problem_groups',
  {
    id: serial('id').primaryKey(),
    table: tableColumn(),
    rule: text('rule').notNull(),
    /** Position of the column; null for a problem of the table. */
    column: integer('column_position'),
    canOverride: boolean('can_override').notNull(),
    /** Number of cells; 1 for a problem of a column or table. */
    count: integer('count').notNull(),
    /** Parameters of the rule's message that are common to the group. */
    parameters: jsonb('parameters').$type<Record<string, string>>().notNull(),
    /** First cells as a list of { row, value, parameters }. The others are read from the Parquet file `objectKey`. */
    cells: jsonb('cells').$type<{ row: number; value?: string; parameters: Record<string, string> }[]>().notNull(),
    objectKey: text('object_key'),
  },
  (table) => [
    index('problem_groups_table').on(table.table),
    index('problem_groups_object')
      .on(table.objectKey)
      .where(sql`${table.objectKey} is not null`),
  ],
);

/**
 * Comments that override problems. `cell` is the row of a cell's problem, 0 for a problem of a column or table, -1 for
 * all further cells of the group. Keyed by rule, column and row instead of by group, so that they survive a new check
 * if cell and value are the same.
 */
export const problemComments = repository.table(
  'problem_comments',
  {
    id: serial('id').primaryKey(),
    table: tableColumn(),
    rule: text('rule').notNull(),
    /** Position of the column; -1 for a problem of the table. */
    column: integer('column_position').notNull(),
    cell: integer('cell').notNull(),
    /** Value of the cell when the comment was written; '' if there is none. */
    value: text('value').notNull().default(''),
    comment: text('comment').notNull(),
    writtenAt: timestamp('written_at', { withTimezone: true }).notNull(),
  },
  (table) => [uniqueIndex('problem_comments_cell').on(table.table, table.rule, table.column, table.cell)],
);
