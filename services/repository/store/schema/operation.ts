import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, text, timestamp, uuid } from 'drizzle-orm/pg-core';

import { repository } from './namespace';

/** The only row contains the id of this database, which its objects carry too. */
export const installation = repository.table(
  'installation',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    id: uuid('id').notNull().defaultRandom(),
    /** Address of the place to which objects were copied as `replicated_at` tells; null if there was none. */
    replica: text('replica'),
    /** Since when uses of data sets are counted. */
    countsUsesSince: timestamp('counts_uses_since', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [check('installation_is_only', sql`${table.isOnly}`)],
);

/** Figures about whole tables, which are counted again and again while there are many uploads. */
export const keptFigures = repository.table('kept_figures', {
  name: text('name').primaryKey(),
  figures: jsonb('figures').notNull(),
  countedAt: timestamp('counted_at', { withTimezone: true }).notNull(),
  tookMs: integer('took_ms').notNull(),
});

/** Worker of a running job with its last heartbeat, to tell dead workers from slow jobs. */
export const jobLeases = repository.table(
  'job_leases',
  {
    /** Id of the job in the schema `pgboss`. */
    job: uuid('job').primaryKey(),
    queue: text('queue').notNull(),
    worker: uuid('worker').notNull(),
    /** Last heartbeat, according to the clock of the database. */
    renewedAt: timestamp('renewed_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('job_leases_worker').on(table.worker)],
);
