import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';

/** Connection to the web app's own tables. */
export type WebDatabase = NodePgDatabase;

export function openWebDatabase(pool: pg.Pool): WebDatabase {
  return drizzle(pool);
}
