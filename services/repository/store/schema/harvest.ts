import { boolean, index, integer, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

import { repository } from './namespace';

/**
 * What harvesters find: each published data set once for each OAI-PMH set that it belongs to, and once with the set ''.
 * A row stays when its data set is withdrawn.
 */
export const harvestEntries = repository.table(
  'harvest_entries',
  {
    nr: integer('nr').notNull(),
    set: text('set').notNull(),
    /** When the record was published or last changed. Later transactions store later times (`stampRecords`). */
    changedAt: timestamp('changed_at', { withTimezone: true, precision: 3 }).notNull(),
    /** The data set was withdrawn: harvesters get a header with the status 'deleted'. */
    isDeleted: boolean('is_deleted').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.nr, table.set] }),
    // Lists need nothing but this index.
    index('harvest_entries_order').on(table.set, table.changedAt, table.nr, table.isDeleted),
  ],
);
