import path from 'node:path';

import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';

import { rootFolder } from '../root-folder';

export const migrationsFolder = path.join(rootFolder, 'services/repository/store/migrations');

/**
 * Brings the database schema `repository` up to date. What was applied is noted in
 * `migrations.repository`, apart from the other schemas', so that each can move to a database of its
 * own. Several servers may start at once: they take turns.
 */
export async function migrateStore(pool: pg.Pool): Promise<void> {
  // A migration may take longer than any statement of a request: its connection has no limit of time.
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
