import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';

import { Refusal } from '@domain/error-codes';

import * as schema from './schema';
import { installation } from './schema';

/** The repository's store: Drizzle over the one `pg` pool. */
export type Database = NodePgDatabase<typeof schema>;
/** What a use-case's transaction hands to store functions; `Database` fits too. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
export type Queryable = Database | Transaction;

/** Times that a transaction is begun, at most. */
const attempts = 10;
/** SQLSTATE of the transaction that PostgreSQL gives up, so that one it waits for in a circle can go on. */
const deadlockDetected = '40P01';

/**
 * Thrown in a transaction that has its locks and finds that what it chose them by was changed before it had
 * them. Nothing of it stays, and it is begun anew.
 */
export class Overtaken extends Refusal {
  constructor() {
    super('unavailable');
    this.name = 'Overtaken';
  }
}

/**
 * Opens the store. Its transactions reach nothing outside the database, so one that was overtaken, or given up
 * in a deadlock, is begun anew: its caller has done nothing wrong. The last of ten attempts is told.
 */
export function openStore(pool: pg.Pool): Database {
  const db = drizzle(pool, { schema });
  const once = db.transaction.bind(db);
  const transaction: Database['transaction'] = (work, config) => untilItEnds(() => once(work, config));
  return Object.assign(db, { transaction });
}

async function untilItEnds<Result>(begin: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await begin();
    } catch (error) {
      if (attempt === attempts || !mayBeginAnew(error)) throw error;
    }
  }
}

function mayBeginAnew(error: unknown): boolean {
  if (error instanceof Overtaken) return true;
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  return code === deadlockDetected || cause?.code === deadlockDetected;
}

/** Id of this database; given once, the same for every server that works on it and for its copies. */
export async function installationId(db: Database): Promise<string> {
  await db.insert(installation).values({}).onConflictDoNothing();
  const [row] = await db.select({ id: installation.id }).from(installation);
  if (!row) throw new Error('The installation has no id.');
  return row.id;
}
