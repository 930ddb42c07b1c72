import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';

import * as schema from './schema';

/** The provider's tables, reached with Drizzle over the server's `pg` pool. */
export type Database = NodePgDatabase<typeof schema>;
type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
export type Queryable = Database | Transaction;

export function openIdentityStore(pool: pg.Pool): Database {
  return drizzle(pool, { schema });
}
