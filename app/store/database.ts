import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';

/** The web app's own tables, on the connection that the server hands in. */
export type WebDatabase = NodePgDatabase;

export function openWebDatabase(pool: pg.Pool): WebDatabase {
  return drizzle(pool);
}

/**
 * Brings the database schema `web` up to date from the folder `app/store/migrations`. What was applied is
 * noted in `migrations.web`. Several servers may start at once: they take turns.
 */
export async function migrateWeb(pool: pg.Pool, migrationsFolder: string): Promise<void> {
  // A migration may take longer than any statement of a request: its connection has no limit of time.
  const client = new pg.Client({ ...pool.options, statement_timeout: 0, query_timeout: 0 });
  await client.connect();
  try {
    await client.query(`select pg_advisory_lock(hashtext('motothek migrations'))`);
    await migrate(drizzle(client), { migrationsFolder, migrationsSchema: 'migrations', migrationsTable: 'web' });
  } finally {
    await client.query(`select pg_advisory_unlock(hashtext('motothek migrations'))`).catch(() => {});
    await client.end();
  }
}
