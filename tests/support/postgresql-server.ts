import pg from 'pg';

/**
 * Runs one statement on a PostgreSQL server in a separate connection. `drop database` waits up to 5 seconds for
 * connections that are being closed (`CountOtherDBBackends` of PostgreSQL); `with (force)` breaks them, which their
 * pool reports as an error although it has ended.
 */
export async function runOnServer(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

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
