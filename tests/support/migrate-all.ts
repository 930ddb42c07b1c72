import path from 'node:path';

import type pg from 'pg';

import { migrateWeb } from '../../app/store/database';
import { migrateIdentity } from '../../services/identity/store/database';
import { createJobQueue } from '../../services/repository/jobs/pg-boss-queue';
import { migrateStore } from '../../services/repository/store/migrate';

/** Brings every schema of the product up to date, as the server does at its start. */
export async function migrateAll(pool: pg.Pool): Promise<void> {
  await migrateStore(pool);
  await migrateIdentity(pool);
  await migrateWeb(pool, path.join(import.meta.dirname, '../../app/store/migrations'));
  const queue = await createJobQueue(pool, { log: () => {} });
  await queue.stop();
}
