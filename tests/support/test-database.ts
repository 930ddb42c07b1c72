import { randomUUID } from 'node:crypto';

import pg from 'pg';
import { afterAll, beforeAll, describe, inject } from 'vitest';

import { serveEmbeddedDatabase } from './embedded-database';
import { databaseUrl, dropDatabase, runOnServer } from './postgresql-server';

export interface TestDatabase {
  pool: pg.Pool;
  kind: 'embedded' | 'postgresql';
  /** Settings for another process to connect. */
  connection: pg.PoolConfig;
  close(): Promise<void>;
}

/** Enough connections for tests of waiting transactions. */
const connections = 8;

/**
 * A migrated, empty database for one test file: the embedded database, or with TEST_DATABASE_URL a copy of a prepared
 * database on that PostgreSQL server, which `close` drops. Call `close` in `afterAll`.
 */
export function openTestDatabase(): Promise<TestDatabase> {
  return process.env.TEST_DATABASE_URL ? openOnPostgresql(process.env.TEST_DATABASE_URL) : openEmbedded();
}

/** The same without tables, as before the first start of a server. */
export async function openEmptyDatabase(): Promise<TestDatabase> {
  const database = await openTestDatabase();
  for (const schema of ['repository', 'identity', 'audit', 'web', 'pgboss', 'migrations']) {
    await database.pool.query(`drop schema ${schema} cascade`);
  }
  return database;
}

/**
 * Runs a body of tests on the embedded database and on PostgreSQL. `database()` returns the open one after `beforeAll`.
 * Without TEST_DATABASE_URL the PostgreSQL half is skipped, which its name says.
 */
export function eachDatabase(name: string, body: (database: () => TestDatabase) => void): void {
  const url = process.env.TEST_DATABASE_URL;
  describe(`${name} (embedded database)`, () => withDatabase(openEmbedded, body));
  if (url) describe(`${name} (PostgreSQL)`, () => withDatabase(() => openOnPostgresql(url), body));
  else
    describe.skip(`${name} (PostgreSQL: skipped, TEST_DATABASE_URL is not set)`, () =>
      withDatabase(openEmbedded, body));
}

/**
 * Runs tests of concurrency only on PostgreSQL, because the embedded database runs one transaction at a time. Without
 * TEST_DATABASE_URL they are skipped, which their name says.
 */
export function onPostgresql(name: string, body: () => void): void {
  if (process.env.TEST_DATABASE_URL) describe(`${name} (PostgreSQL)`, body);
  else describe.skip(`${name} (PostgreSQL: skipped, TEST_DATABASE_URL is not set)`, body);
}

function withDatabase(open: () => Promise<TestDatabase>, body: (database: () => TestDatabase) => void): void {
  let opened: TestDatabase | undefined;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened?.close());
  body(() => {
    if (!opened) throw new Error('The database is open from beforeAll on.');
    return opened;
  });
}

async function openEmbedded(): Promise<TestDatabase> {
  const { connection, close } = await serveEmbeddedDatabase(2 * connections);
  const pool = new pg.Pool({ ...connection, max: connections });
  return {
    pool,
    kind: 'embedded',
    connection,
    close: async () => {
      await pool.end();
      await close();
    },
  };
}

async function openOnPostgresql(url: string): Promise<TestDatabase> {
  const name = `motothek_test_${randomUUID().replaceAll('-', '')}`;
  await runOnServer(url, `create database ${name} template ${inject('postgresqlTemplate')}`);
  const connection = { connectionString: databaseUrl(url, name).href };
  const pool = new pg.Pool({ ...connection, max: connections });
  // Dropping the database breaks connections that are being closed.
  pool.on('error', () => {});
  return {
    pool,
    kind: 'postgresql',
    connection,
    close: async () => {
      await pool.end();
      const [{ deadlocks } = {}] = await runOnServer(
        url,
        `select deadlocks::int from pg_stat_database where datname = '${name}'`,
      );
      await dropDatabase(url, name);
      // Aborted transactions are retried, so a deadlock would go unnoticed.
      if (deadlocks !== 0) throw new Error(`PostgreSQL had to resolve ${String(deadlocks)} deadlocks.`);
    },
  };
}
