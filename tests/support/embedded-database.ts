import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import type pg from 'pg';
import { inject } from 'vitest';

import { keepPlans } from '../../services/database/keep-plans';
import { keepExchangesWhole } from '../../services/database/whole-exchanges';

interface EmbeddedDatabase {
  db: PGlite;
  folder: string;
  /** Its tables and columns as they were at the start. */
  tables: string;
}

/** Databases of this process that no test uses at the moment. Copying and starting one takes one to three seconds. */
const unused: EmbeddedDatabase[] = [];

/**
 * Serves an embedded database with the product's tables, all empty, on a socket of its own. `close` empties it for the
 * next test file of this process, or removes it if its tables were changed.
 */
export async function serveEmbeddedDatabase(
  maxConnections: number,
): Promise<{ connection: pg.PoolConfig; close(): Promise<void> }> {
  const embedded = unused.pop() ?? (await startDatabase());
  const sockets = mkdtempSync(path.join(os.tmpdir(), 'motothek-test-'));
  const server = new PGLiteSocketServer({ db: embedded.db, path: path.join(sockets, '.s.PGSQL.5432'), maxConnections });
  await server.start();
  return {
    connection: { host: sockets, port: 5432, user: 'postgres', database: 'postgres' },
    close: async () => {
      await server.stop();
      rmSync(sockets, { recursive: true, force: true });
      await reuse(embedded);
    },
  };
}

async function startDatabase(): Promise<EmbeddedDatabase> {
  const folder = path.join(inject('childBundles'), `database-${randomUUID()}`);
  cpSync(inject('databaseTemplate'), folder, { recursive: true });
  const db = await PGlite.create(folder, { extensions: { pg_trgm } });
  keepPlans(db);
  keepExchangesWhole(db);
  return { db, folder, tables: await describeTables(db) };
}

async function reuse(embedded: EmbeddedDatabase): Promise<void> {
  const { db, folder, tables } = embedded;
  // A test may have left a transaction, settings or advisory locks behind.
  await db.exec('rollback');
  // As `discard all` does, except for prepared statements, which are known by name (keep-plans.ts).
  await db.exec('close all; reset all; unlisten *; select pg_advisory_unlock_all(); discard temp; discard sequences');
  if ((await describeTables(db)) === tables) {
    await emptyTables(db);
    unused.push(embedded);
    return;
  }
  await db.close();
  rmSync(folder, { recursive: true, force: true });
}

const ofProduct = `relnamespace::regnamespace::text in ('repository', 'identity', 'audit', 'web', 'pgboss', 'migrations', 'public')`;

async function describeTables(db: PGlite): Promise<string> {
  const { rows } = await db.query<{ name: string }>(
    `select concat_ws(' ', pg_class.oid::regclass, attname, atttypid::regtype, attnotnull) as name
     from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0
     where ${ofProduct} order by 1`,
  );
  return rows.map(({ name }) => name).join('\n');
}

/** Tables with rows that belong to the installation of the schemas. */
const installed = ['pgboss.version', 'pgboss.queue', 'repository.search_state'];

async function emptyTables(db: PGlite): Promise<void> {
  const { rows } = await db.query<{ name: string; relkind: string }>(
    `select pg_class.oid::regclass::text as name, relkind from pg_class
     where relkind in ('r', 'S') and ${ofProduct} and relnamespace <> 'migrations'::regnamespace`,
  );
  const statements = rows.map(({ name, relkind }) => {
    if (relkind === 'S') return `alter sequence ${name} restart`;
    return installed.includes(name) ? '' : `delete from ${name}`;
  });
  // As a replica the database does not check foreign keys, so the order of the tables does not matter.
  await db.exec(`set session_replication_role = replica; ${statements.join('; ')}; reset session_replication_role`);
}
