import { Hono } from 'hono';
import type pg from 'pg';

/** Time the database has to answer; balancers wait some seconds. */
const answerMs = 5000;
const notStored = { 'Cache-Control': 'no-store' };

/**
 * `/healthz`: the process is alive. `/readyz`: it can take requests, as its database answers and it is not
 * about to stop; 503 otherwise.
 */
export function healthRoutes(pool: pg.Pool, isStopping: () => boolean): Hono {
  const health = new Hono();
  health.get('/healthz', (c) => c.json({ status: 'ok' }, 200, notStored));
  health.get('/readyz', async (c) => {
    if (isStopping()) return c.json({ status: 'stopping' }, 503, notStored);
    const isReady = await answers(pool);
    return c.json({ status: isReady ? 'ready' : 'no database' }, isReady ? 200 : 503, notStored);
  });
  return health;
}

async function answers(pool: pg.Pool): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), answerMs);
  });
  const answered = pool.query('select 1').then(
    () => true,
    () => false,
  );
  return Promise.race([answered, late]).finally(() => clearTimeout(timer));
}
