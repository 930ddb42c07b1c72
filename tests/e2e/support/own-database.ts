import { randomUUID } from 'node:crypto';

import { databaseUrl, dropDatabase, runOnServer } from '../../support/postgresql-server';

/** An empty database for one test on the PostgreSQL server of TEST_DATABASE_URL. */
export interface OwnDatabase {
  url: URL;
  close(): Promise<void>;
}

/** Returns null without TEST_DATABASE_URL, so that the caller can skip the test. */
export async function openOwnDatabase(): Promise<OwnDatabase | null> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) return null;
  const name = `motothek_journey_${randomUUID().replaceAll('-', '')}`;
  await runOnServer(server, `create database ${name}`);
  return { url: databaseUrl(server, name), close: () => dropDatabase(server, name) };
}
