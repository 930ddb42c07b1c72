import path from 'node:path';

import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';

import { rootFolder } from '../root-folder';

export const migrationsFolder = path.join(rootFolder, 'services/repository/store/migrations');

/**
 * Brings the database schema `repository` up to date. What was applied is noted in
 * `migrations.repository`, apart from the other schemas', so that each can move to a database of its
 * own. Several servers may start at once: they take turns.
 */
export async function migrateStore(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`select pg_advisory_lock(hashtext('motothek migrations'))`);
    await migrate(drizzle(client), {
      migrationsFolder,
      migrationsSchema: 'migrations',
      migrationsTable: 'repository',
    });
  } finally {
    await client.query(`select pg_advisory_unlock(hashtext('motothek migrations'))`).catch(() => {});
    client.release();
  }
}
