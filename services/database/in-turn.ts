import { setTimeout as pause } from 'node:timers/promises';

import pg from 'pg';

/** Delay between two attempts to take the lock. */
const stepMs = 200;

/**
 * Runs `work` while no other server or tool on the same database does, so that migrations, the job queue, keys and the
 * demonstration are each set up once. Uses an advisory lock of a separate database session, which is released when its
 * holder dies and has no time limits. Calls `onWait` if it has to wait for another holder. Throws if the session is
 * lost, because another server may have the lock by then.
 */
export async function inTurn<Result>(
  pool: pg.Pool,
  work: () => Promise<Result>,
  onWait: () => void = () => {},
): Promise<Result> {
  const client = new pg.Client({ ...pool.options, statement_timeout: 0, query_timeout: 0, keepAlive: true });
  const lost = new Promise<never>((_, reject) => {
    client.once('error', (cause) =>
      reject(new Error('The database session with the lock for starting was lost.', { cause })),
    );
  });
  // Avoids an unhandled rejection if the session is lost before or after it is awaited.
  lost.catch(() => {});
  await client.connect();
  try {
    for (let waits = 0; !(await takeTurn(client)); waits += 1) {
      if (waits === 0) onWait();
      await pause(stepMs);
    }
    return await Promise.race([work(), lost]);
  } finally {
    // Ending the session releases the lock.
    await client.end().catch(() => {});
  }
}

async function takeTurn(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    `select pg_try_advisory_lock(hashtext('motothek start')) as taken`,
  );
  return rows[0]?.taken ?? false;
}
