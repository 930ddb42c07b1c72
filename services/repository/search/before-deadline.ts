import { sql } from 'drizzle-orm';

import { queryCanceled, sqlStateOf } from '@domain/sql-state';

import type { Queryable } from '../store/database';

/** Thrown if a term cannot be looked up in the time that a search may take. */
export class OutOfTime extends Error {}

/** Looks up a term by indexes. Throws `OutOfTime` at the deadline, a time of the clock of `performance`. */
export async function beforeDeadline<Found>(
  db: Queryable,
  deadline: number,
  find: (tx: Queryable) => Promise<Found>,
): Promise<Found> {
  try {
    return await db.transaction(async (tx) => {
      // Without the time in which all connections were taken.
      const left = Math.ceil(deadline - performance.now());
      if (left <= 0) throw new OutOfTime();
      // For a frequent word PostgreSQL would rather unpack the words of every document than use their index.
      const settings = sql`set_config('enable_seqscan', 'off', true)`;
      // Without a deadline, the limit of the connection stands.
      const limit = Number.isFinite(left) ? sql`, set_config('statement_timeout', ${String(left)}, true)` : sql``;
      await tx.execute(sql`select ${settings}${limit}`);
      return find(tx);
    });
  } catch (error) {
    throw sqlStateOf(error) === queryCanceled ? new OutOfTime() : error;
  }
}
