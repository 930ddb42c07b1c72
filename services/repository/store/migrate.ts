import path from 'node:path';

import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';

import { rootFolder } from '../root-folder';

export const migrationsFolder = path.join(rootFolder, 'services/repository/store/migrations');

/**
 * Migrates the database schema `repository`. Applied migrations are recorded in `migrations.repository`, so that each
 * schema can be moved to its own database. Servers that start at the same time take turns.
 */
export async function migrateStore(pool: pg.Pool): Promise<void> {
  // A migration may take longer than the statement timeout of the pool, so it has its own connection.
  const client = new pg.Client({ ...pool.options, statement_timeout: 0, query_timeout: 0 });
  await client.connect();
  try {
    await client.query(`select pg_advisory_lock(hashtext('motothek migrations'))`);
    await migrate(drizzle(client), { migrationsFolder, migrationsSchema: 'migrations', migrationsTable: 'repository' });
  } finally {
    await client.query(`select pg_advisory_unlock(hashtext('motothek migrations'))`).catch(() => {});
    await client.end();
  }
}
