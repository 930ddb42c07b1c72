import path from 'node:path';

import { drizzle } from 'drizzle-orm/node-postgres';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';

import { OperatorError } from '@domain/operator-error';

import { rootFolder } from '../root-folder';
import { noteRestoredBy, restoredBy } from './restored-by';

/** Where the migrations of each database schema are. */
export const migrationFolders = {
  repository: 'services/repository/store/migrations',
  identity: 'services/identity/store/migrations',
  web: 'app/store/migrations',
  audit: 'services/audit/migrations',
};

export type MigratedSchema = keyof typeof migrationFolders;

/**
 * Brings a database schema up to date. Applied migrations are recorded in a table of `migrations` with the schema's
 * name, so that each schema can be moved to its own database. Servers that start at the same time take turns. Throws
 * OperatorError if the database has a migration that this version does not know.
 */
export async function migrateSchema(pool: pg.Pool, schema: MigratedSchema): Promise<void> {
  const options = optionsOf(schema);
  // A migration may take longer than the statement timeout of the pool, so it has its own connection.
  const client = new pg.Client({ ...pool.options, statement_timeout: 0, query_timeout: 0 });
  await client.connect();
  try {
    // Released when the connection ends.
    await client.query(`select pg_advisory_lock(hashtext('motothek migrations'))`);
    await refuseUnknown(client, schema, new Set(readMigrationFiles(options).map(({ hash }) => hash)));
    await migrate(drizzle(client), options);
    if (await restoredBy(client)) await noteRestoredBy(client, null);
  } finally {
    await client.end();
  }
}

/** Hashes of the migrations of a schema that this version knows, in their order. */
export function knownMigrations(schema: MigratedSchema): string[] {
  return readMigrationFiles(optionsOf(schema)).map(({ hash }) => hash);
}

/**
 * Replaces a schema without rows by one in an earlier state, for rows that are restored into it: applies the migrations
 * with these hashes in one transaction and makes the table that records them, without rows. Throws OperatorError if this version does not know one of them.
 */
export async function applyMigrations(pool: pg.Pool, schema: MigratedSchema, hashes: string[]): Promise<void> {
  const wanted = new Set(hashes);
  const migrations = readMigrationFiles(optionsOf(schema)).filter(({ hash }) => wanted.has(hash));
  if (migrations.length < wanted.size) {
    throw new OperatorError(
      `The backup was made by another version of Motothek, which this one cannot read (schema ${schema}).`,
    );
  }
  const client = new pg.Client({ ...pool.options, statement_timeout: 0, query_timeout: 0 });
  await client.connect();
  try {
    await client.query(`begin; create schema if not exists migrations`);
    await client.query(`drop table if exists migrations.${schema}`);
    await client.query(`drop schema if exists ${schema} cascade`);
    await client.query(
      `create table migrations.${schema} (id serial primary key, hash text not null, created_at bigint)`,
    );
    for (const { sql } of migrations) for (const statement of sql) await client.query(statement);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

function optionsOf(schema: MigratedSchema) {
  return {
    migrationsFolder: path.join(rootFolder, migrationFolders[schema]),
    migrationsSchema: 'migrations',
    migrationsTable: schema,
  };
}

/**
 * Refuses a database of a newer version, and one from before the first release, whose migrations have since been
 * combined. Changing either would damage it.
 */
async function refuseUnknown(client: pg.Client, schema: string, known: ReadonlySet<string>): Promise<void> {
  const table = `migrations.${schema}`;
  const { rows: recorded } = await client.query<{ found: string | null }>('select to_regclass($1) as found', [table]);
  // Until the first release, the provider recorded its migrations in its own schema.
  const { rows: old } = await client.query<{ found: string | null }>('select to_regclass($1) as found', [
    `${schema}.migrations`,
  ]);
  const { rows } = recorded[0]?.found
    ? await client.query<{ hash: string }>(`select hash from ${table}`)
    : { rows: [] };
  if (!old[0]?.found && rows.every(({ hash }) => known.has(hash))) return;
  throw new OperatorError(
    [
      `The database was created by another version of Motothek, which this one cannot read (schema ${schema}).`,
      'Nothing has been changed. Start the version that created it, or start with an empty DATA_DIR or database.',
    ].join('\n'),
  );
}
