import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';

import { migrationFolders } from '../../services/database/migrate-schema';

/** Replaces the repository's tables by empty ones as they were after a migration, counted from 0. */
export async function goBackToMigration(pool: pg.Pool, last: number): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder: migrationFolders.repository });
  await pool.query('drop schema repository cascade');
  for (const { sql } of migrations.slice(0, last + 1)) {
    for (const statement of sql) await pool.query(statement);
  }
  const since = migrations.slice(last + 1).map(({ hash }) => hash);
  await pool.query('delete from migrations.repository where hash = any($1)', [since]);
}
