import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { type MigrationConfig, readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';

import { OperatorError } from '@domain/operator-error';
import { sqlStateOf } from '@domain/sql-state';

import { productVersion, rootFolder } from '../root-folder';
import { noteRestoredBy, restoredBy } from './restored-by';
import { judgeMigrations, oldestVersionBeside, oldestVersionsTable, readMigrations } from './schema-state';

/** Longest wait for the lock of a table: requests of running servers wait behind it. Then they go first. */
const lockMs = 2000;
/** Pause until the next attempt, and the time after which the start fails. */
const lockPauseMs = 3000;
const patienceMs = 10 * 60_000;
/** PostgreSQL's codes for a lock that was not to be had, and for a deadlock. */
const lockCodes = ['55P03', '40P01'];

/** Where the migrations of each database schema are. */
export const migrationFolders = {
  repository: 'services/repository/store/migrations',
  identity: 'services/identity/store/migrations',
  web: 'app/store/migrations',
  audit: 'services/audit/migrations',
};

export type MigratedSchema = keyof typeof migrationFolders;

/**
 * Brings a database schema up to date, while servers of other versions may use it. Applied migrations are recorded in a
 * table of `migrations` with the schema's name, so that each schema can be moved to its own database. Servers that start
 * at the same time take turns. `options` are for tests. Throws OperatorError if the database has a migration beside which
 * this version cannot run.
 */
export async function migrateSchema(
  pool: pg.Pool,
  schema: MigratedSchema,
  options: MigrationConfig = optionsOf(schema),
): Promise<void> {
  // A migration may take longer than the statement timeout of the pool, so it has its own connection.
  const client = new pg.Client({ ...pool.options, statement_timeout: 0, query_timeout: 0 });
  await client.connect();
  try {
    // Released when the connection ends.
    await client.query(`select pg_advisory_lock(hashtext('motothek migrations'))`);
    await refuseForeign(client, schema);
    await recordOldestVersions(client, options);
    await client.query(`set lock_timeout = ${lockMs}`);
    await applyNew(client, schema, options);
    if (await restoredBy(client)) await noteRestoredBy(client, null);
  } finally {
    await client.end();
  }
}

/**
 * Applies those that are later than the last applied one, each in a transaction of its own, so that the locks of one are
 * not held while the next works. drizzle's own migrator has all in one. They are recorded as it does.
 */
async function applyNew(client: pg.Client, schema: MigratedSchema, options: MigrationConfig): Promise<void> {
  const table = `migrations.${schema}`;
  await client.query(createRecords(table));
  const { rows } = await client.query<{ last: string }>(`select coalesce(max(created_at), -1) as last from ${table}`);
  const isNew = ({ folderMillis }: { folderMillis: number }) => folderMillis > Number(rows[0]!.last);
  for (const { sql, hash, folderMillis } of readMigrationFiles(options).filter(isNew)) {
    await untilLocked(async () => {
      try {
        await client.query('begin');
        for (const statement of sql) await client.query(statement);
        await client.query(`insert into ${table} (hash, created_at) values ($1, $2)`, [hash, folderMillis]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback').catch(() => {});
        throw error;
      }
    });
  }
}

/** As drizzle's migrator makes it. */
const createRecords = (table: string) =>
  `create table if not exists ${table} (id serial primary key, hash text not null, created_at bigint)`;

/** Repeats a migration, which is one transaction, that did not get a lock in time. */
async function untilLocked(work: () => Promise<void>): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > deadline || !lockCodes.includes(sqlStateOf(error))) throw error;
      await pause(lockPauseMs);
    }
  }
}

/** Tells servers of other versions whether they can run beside the migrations of this one, before these are applied. */
async function recordOldestVersions(client: pg.Client, options: MigrationConfig): Promise<void> {
  const migrations = readMigrationFiles(options);
  const versions = migrations.map(({ sql }) => oldestVersionBeside(sql));
  await client.query(`create schema if not exists migrations;
    create table if not exists ${oldestVersionsTable} (hash text primary key, version text not null)`);
  await client.query(
    `insert into ${oldestVersionsTable} select * from unnest($1::text[], $2::text[])
     on conflict (hash) do nothing`,
    [migrations.map(({ hash }) => hash), versions],
  );
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
    await client.query(createRecords(`migrations.${schema}`));
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
 * Refuses a database of a newer version beside which this one cannot run, and one from before the first release, whose
 * migrations have since been combined. Changing either would damage it.
 */
async function refuseForeign(client: pg.Client, schema: MigratedSchema): Promise<void> {
  // Until the first release, the provider recorded its migrations in its own schema.
  const isOld = await hasTable(client, `${schema}.migrations`);
  if (!isOld && !(await hasTable(client, `migrations.${schema}`))) return;
  if (
    !isOld &&
    judgeMigrations(await appliedTo(client, schema), knownMigrations(schema), productVersion()) !== 'foreign'
  )
    return;
  throw new OperatorError(
    [
      `The database was created by another version of Motothek, which this one cannot read (schema ${schema}).`,
      'Nothing has been changed. Start the version that created it, or start with an empty DATA_DIR or database.',
    ].join('\n'),
  );
}

async function appliedTo(client: pg.Client, schema: MigratedSchema) {
  if (await hasTable(client, oldestVersionsTable)) return (await readMigrations(client, [schema])).get(schema) ?? [];
  const { rows } = await client.query<{ hash: string }>(`select hash from migrations.${schema}`);
  return rows.map(({ hash }) => ({ hash, oldestVersion: null }));
}

async function hasTable(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ found: string | null }>('select to_regclass($1) as found', [table]);
  return Boolean(rows[0]?.found);
}
