import { integer, serial, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';

import { repository } from './namespace';
import { uploads } from './uploads';

/**
 * Comments on columns whose target has changed. They are restored if the column gets that target again. Keyed by names
 * of table and column, so that they survive when the file is read again or replaced.
 */
export const detachedComments = repository.table(
  'detached_comments',
  {
    id: serial('id').primaryKey(),
    upload: integer('upload')
      .notNull()
      .references(() => uploads.number, { onDelete: 'cascade' }),
    tableName: text('table_name').notNull(),
    columnName: text('column_name').notNull(),
    targetKey: text('target_key').notNull(),
    targetUnit: text('target_unit').notNull(),
    rule: text('rule').notNull(),
    cell: integer('cell').notNull(),
    value: text('value').notNull(),
    comment: text('comment').notNull(),
    writtenAt: timestamp('written_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('detached_comments_cell').on(
      table.upload,
      table.tableName,
      table.columnName,
      table.targetKey,
      table.targetUnit,
      table.rule,
      table.cell,
    ),
  ],
);
