import { setTimeout as pause } from 'node:timers/promises';

import type pg from 'pg';

/** Time between two looks at whether the turn has come. */
const stepMs = 200;

/**
 * Runs `work` while no other server or tool of the same database does: schemas are brought up to date, the
 * job queue is installed, keys and the demonstration are made once. The turn is a lock of the database
 * session, so it is free again when its holder dies. Asks again and again instead of waiting in the
 * database, where a wait is a statement with a time limit. `onWait` is told when another has the turn.
 */
export async function inTurn<Result>(
  pool: pg.Pool,
  work: () => Promise<Result>,
  onWait: () => void = () => {},
): Promise<Result> {
  const client = await pool.connect();
  // A connection that breaks while it is held would end the process otherwise.
  client.on('error', () => {});
  try {
    for (let waits = 0; !(await takeTurn(client)); waits += 1) {
      if (waits === 0) onWait();
      await pause(stepMs);
    }
    return await work();
  } finally {
    await client.query(`select pg_advisory_unlock(hashtext('motothek start'))`).catch(() => {});
    client.release(true);
  }
}

async function takeTurn(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    `select pg_try_advisory_lock(hashtext('motothek start')) as taken`,
  );
  return rows[0]?.taken ?? false;
}
