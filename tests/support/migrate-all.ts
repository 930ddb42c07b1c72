import type pg from 'pg';

import { migrateStore } from '../../services/repository/store/migrate';

/** Brings every schema of the product up to date, as the server does at its start. */
export async function migrateAll(pool: pg.Pool): Promise<void> {
  await migrateStore(pool);
}
