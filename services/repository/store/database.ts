import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';

import { Refusal } from '@domain/error-codes';
import { sqlStateOf } from '@domain/sql-state';

import * as schema from './schema';
import { installation } from './schema';

/** Store of the repository: Drizzle on the shared `pg` pool. */
export type Database = NodePgDatabase<typeof schema>;
/** Transaction or database that store functions work on. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
export type Queryable = Database | Transaction;

/** Maximum number of attempts of a transaction. */
const attempts = 10;
/** SQLSTATE of a transaction that PostgreSQL aborts to resolve a deadlock. */
const deadlockDetected = '40P01';

/**
 * Thrown in a transaction if the data that decided which rows to lock changed before the locks were taken. The
 * transaction is rolled back and retried.
 */
export class RetryTransaction extends Refusal {
  constructor() {
    super('unavailable');
    this.name = 'RetryTransaction';
  }
}

/**
 * Opens the store. Transactions that were overtaken or aborted in a deadlock are retried, which is safe because they
 * have no effects outside the database. After ten attempts the error is thrown.
 */
export function openStore(pool: pg.Pool): Database {
  const db = drizzle(pool, { schema });
  const once = db.transaction.bind(db);
  const transaction: Database['transaction'] = (work, config) => untilItEnds(() => once(work, config));
  return Object.assign(db, { transaction });
}

const primaries = new WeakMap<Database, Database>();

/** Opens the store for reading by another pool, such as that of a replica, which may be behind. */
export function openReaders(pool: pg.Pool, primary: Database): Database {
  const readers = openStore(pool);
  primaries.set(readers, primary);
  return readers;
}

/** The store itself of one that may be behind. What is counted from one reading to the next is read there. */
export function primaryOf(db: Database): Database {
  return primaries.get(db) ?? db;
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
  if (error instanceof RetryTransaction) return true;
  return sqlStateOf(error) === deadlockDetected;
}

/** Id of this database. It is created once and is the same for all servers and for copies of the database. */
export async function installationId(db: Database): Promise<string> {
  await db.insert(installation).values({}).onConflictDoNothing();
  const [row] = await db.select({ id: installation.id }).from(installation);
  if (!row) throw new Error('The installation has no id.');
  return row.id;
}
