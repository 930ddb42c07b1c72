import { setTimeout as pause } from 'node:timers/promises';

import pg from 'pg';

/** Time between two looks at whether the turn has come. */
const stepMs = 200;

/**
 * Runs `work` while no other server or tool of the same database does: schemas are brought up to date, the
 * job queue is installed, keys and the demonstration are made once. The turn is a lock of a database
 * session of its own, so it is free again when its holder dies, and no limit of time for statements or
 * silence ends it. `onWait` is told when another has the turn. Throws when that session is lost: another
 * may have the turn by then.
 */
export async function inTurn<Result>(
  pool: pg.Pool,
  work: () => Promise<Result>,
  onWait: () => void = () => {},
): Promise<Result> {
  const client = new pg.Client({ ...pool.options, statement_timeout: 0, query_timeout: 0, keepAlive: true });
  const lost = new Promise<never>((_, reject) => {
    client.once('error', (cause) => reject(new Error('The start lock was lost.', { cause })));
  });
  // It may be lost before anybody waits for it, and after the work is done.
  lost.catch(() => {});
  await client.connect();
  try {
    for (let waits = 0; !(await takeTurn(client)); waits += 1) {
      if (waits === 0) onWait();
      await pause(stepMs);
    }
    return await Promise.race([work(), lost]);
  } finally {
    // The end of its session frees the lock.
    await client.end().catch(() => {});
  }
}

async function takeTurn(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    `select pg_try_advisory_lock(hashtext('motothek start')) as taken`,
  );
  return rows[0]?.taken ?? false;
}
