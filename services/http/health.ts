import { setTimeout as pause } from 'node:timers/promises';

import { Hono } from 'hono';
import type pg from 'pg';

/** Time limit for the database. Load balancers wait some seconds. */
const answerMs = 5000;
const notStored = { 'Cache-Control': 'no-store' };

/**
 * `/healthz` shows that the process is alive. `/readyz` shows whether it can take requests. It responds with 503 if the
 * database does not answer or the server is about to stop. A server with less free space than its reserve is ready and
 * says so, because it does everything but take uploads.
 */
export function healthRoutes(
  pool: pg.Pool,
  isStopping: () => boolean,
  isLowOnSpace: () => Promise<boolean> = async () => false,
): Hono {
  const health = new Hono();
  health.get('/healthz', (c) => c.json({ status: 'ok' }, 200, notStored));
  health.get('/readyz', async (c) => {
    if (isStopping()) return c.json({ status: 'stopping' }, 503, notStored);
    const isReady = await answers(pool);
    if (!isReady) return c.json({ status: 'no database' }, 503, notStored);
    const storage = (await isLowOnSpace()) ? { storage: 'low' } : {};
    return c.json({ status: 'ready', ...storage }, 200, notStored);
  });
  return health;
}

async function answers(pool: pg.Pool): Promise<boolean> {
  const answered = pool.query('select 1').then(
    () => true,
    () => false,
  );
  return Promise.race([answered, pause(answerMs, false, { ref: false })]);
}
