import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';

import * as schema from './schema';

/** The repository's store: Drizzle over the one `pg` pool. */
export type Database = NodePgDatabase<typeof schema>;
/** What a use-case's transaction hands to store functions; `Database` fits too. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
export type Queryable = Database | Transaction;

export function openStore(pool: pg.Pool): Database {
  return drizzle(pool, { schema });
}
