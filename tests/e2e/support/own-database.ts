import { randomUUID } from 'node:crypto';

import { databaseUrl, runOnServer } from '../../support/postgresql-server';

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
  await runOnServer(server, `create database ${name}`);
  return {
    url: databaseUrl(server, name),
    close: async () => void (await runOnServer(server, `drop database ${name} with (force)`)),
  };
}
