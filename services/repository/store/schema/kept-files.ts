import { sql } from 'drizzle-orm';
import { bigint, index, integer, text, timestamp } from 'drizzle-orm/pg-core';

import { repository } from './namespace';

/** Files that were made once from published data. Each can be made again, so a row may be deleted at any time. */
export const keptFiles = repository.table(
  'kept_files',
  {
    /** Hash of everything that the content depends on. */
    contentKey: text('content_key').primaryKey(),
    objectKey: text('object_key').notNull().unique(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    sha256: text('sha256').notNull(),
    /** Data sets that it was made from; empty for files from before this was stored. */
    numbers: integer('numbers')
      .array()
      .notNull()
      .default(sql`'{}'`),
    usedAt: timestamp('used_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('kept_files_used_at').on(table.usedAt), index('kept_files_numbers').using('gin', table.numbers)],
);
