import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';

import * as schema from './schema';

/** The provider's tables, reached with Drizzle over the server's `pg` pool. */
export type Database = NodePgDatabase<typeof schema>;
type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
export type Queryable = Database | Transaction;

export function openIdentityStore(pool: pg.Pool): Database {
  return drizzle(pool, { schema });
}

/** Any number that no other migration uses as its advisory lock. */
const lockNumber = 4_110_002;

/** Brings the database schema `identity` up to date. Safe to call from several processes at once. */
export async function migrateIdentity(pool: pg.Pool): Promise<void> {
  // A migration may take longer than the time limit for statements of requests.
  const client = new pg.Client({ ...pool.options, statement_timeout: 0, query_timeout: 0 });
  await client.connect();
  try {
    // Released when the connection ends.
    await client.query('select pg_advisory_lock($1)', [lockNumber]);
    await migrate(drizzle(client), {
      migrationsFolder: migrationsFolder(),
      migrationsSchema: 'identity',
      migrationsTable: 'migrations',
    });
  } finally {
    await client.end();
  }
}

/** Searched for from this module's folder upwards, because the built server is in another folder than the sources. */
function migrationsFolder(): string {
  const wanted = path.join('services', 'identity', 'store', 'migrations');
  let folder = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(folder, wanted))) {
    const parent = path.dirname(folder);
    if (parent === folder) throw new Error(`The folder ${wanted} is missing next to the server.`);
    folder = parent;
  }
  return path.join(folder, wanted);
}
