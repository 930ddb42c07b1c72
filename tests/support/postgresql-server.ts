import pg from 'pg';

/** Runs one statement on a PostgreSQL server in a separate connection. */
export async function runOnServer(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

/**
 * Drops a database. PostgreSQL waits up to 5 seconds for connections that are being closed (`CountOtherDBBackends`). What
 * has not closed them then is broken; broken at once, connections that a pool is closing would be errors of their test.
 */
export async function dropDatabase(url: string, name: string): Promise<void> {
  await runOnServer(url, `drop database ${name}`).catch((error: unknown) => {
    if ((error as { code?: string }).code !== inUse) throw error;
    return runOnServer(url, `drop database ${name} with (force)`);
  });
}

/** SQLSTATE 'object_in_use'. */
const inUse = '55006';

/** Prints at the end of a run that the PostgreSQL tests were skipped. */
export function sayWhatIsSkipped(): void {
  if (process.env.TEST_DATABASE_URL) return;
  process.stderr.write('\nSKIPPED: everything on PostgreSQL, among it all that happens at once on two servers.\n');
  process.stderr.write('Set TEST_DATABASE_URL=postgresql://user@host/database to an empty server to run it.\n\n');
}

/** Address of another database on the same server. */
export function databaseUrl(url: string, name: string): URL {
  const own = new URL(url);
  own.pathname = `/${name}`;
  return own;
}
