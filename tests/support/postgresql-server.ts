import pg from 'pg';

/** Runs one statement on a PostgreSQL server, on a connection of its own. */
export async function runOnServer(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Address of another database on the same server. */
export function databaseUrl(url: string, name: string): URL {
  const own = new URL(url);
  own.pathname = `/${name}`;
  return own;
}
