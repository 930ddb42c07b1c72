import { index, text, timestamp, uuid } from 'drizzle-orm/pg-core';

import { repository } from './namespace';

/** Who works on a job, and since when there was no sign of life: what tells a dead worker from a slow job. */
export const jobLeases = repository.table(
  'job_leases',
  {
    /** Id of the job in the schema `pgboss`. */
    job: uuid('job').primaryKey(),
    queue: text('queue').notNull(),
    worker: uuid('worker').notNull(),
    /** Last heartbeat, by the clock of the database. */
    renewedAt: timestamp('renewed_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('job_leases_worker').on(table.worker)],
);
