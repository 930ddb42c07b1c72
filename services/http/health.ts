import { Hono } from 'hono';
import type pg from 'pg';

/** Time the database has to answer; balancers wait some seconds. */
const answerMs = 5000;

/**
 * `/healthz`: the process is alive. `/readyz`: it can take requests, as its database answers and it is not
 * about to stop; 503 otherwise.
 */
export function healthRoutes(pool: pg.Pool, isStopping: () => boolean): Hono {
  const health = new Hono();
  health.use(async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
  });
  health.get('/healthz', (c) => c.json({ status: 'ok' }));
  health.get('/readyz', async (c) => {
    if (isStopping()) return c.json({ status: 'stopping' }, 503);
    return (await answers(pool)) ? c.json({ status: 'ready' }) : c.json({ status: 'no database' }, 503);
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
