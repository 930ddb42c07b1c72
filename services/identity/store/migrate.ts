import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';

/** Any number no other migration uses: two processes that start together wait for each other. */
const lockNumber = 4_110_002;

/** Brings the database schema `identity` up to date. Safe to call from several processes at once. */
export async function migrateIdentity(pool: pg.Pool): Promise<void> {
  // A migration may take longer than any statement of a request: its connection has no limit of time.
  const client = new pg.Client({ ...pool.options, statement_timeout: 0, query_timeout: 0 });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lockNumber]);
    try {
      await migrate(drizzle(client), {
        migrationsFolder: migrationsFolder(),
        migrationsSchema: 'identity',
        migrationsTable: 'migrations',
      });
    } finally {
      await client.query('select pg_advisory_unlock($1)', [lockNumber]);
    }
  } finally {
    await client.end();
  }
}

/** The migrations lie beside the sources; the built server finds them from its own folder upwards. */
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
