import { randomUUID } from 'node:crypto';

import pg from 'pg';

/** An empty database of a test's own on the PostgreSQL server of TEST_DATABASE_URL. */
export interface OwnDatabase {
  url: URL;
  close(): Promise<void>;
}

/** Null where TEST_DATABASE_URL is not set: the test is skipped then, and says so. */
export async function openOwnDatabase(): Promise<OwnDatabase | null> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) return null;
  const name = `motothek_journey_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url,
    close: async () => {
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}
