import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';

/** The web app's own tables, over the connections of the server. */
export type WebDatabase = NodePgDatabase;

export function openWebDatabase(pool: pg.Pool): WebDatabase {
  return drizzle(pool);
}
