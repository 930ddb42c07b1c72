import type pg from 'pg';

import { migrateSchema } from '../../services/database/migrate-schema';
import { createJobQueue } from '../../services/repository/jobs/pg-boss-queue';

/** Migrates every schema of the product, as the server does at its start. */
export async function migrateAll(pool: pg.Pool): Promise<void> {
  await migrateSchema(pool, 'repository');
  await migrateSchema(pool, 'identity');
  await migrateSchema(pool, 'audit');
  await migrateSchema(pool, 'web');
  const queue = await createJobQueue(pool, { log: () => {} });
  await queue.stop();
}
