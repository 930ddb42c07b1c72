import { Hono } from 'hono';
import pg from 'pg';
import { expect, test } from 'vitest';

import { openTestDatabase } from '../../tests/support/test-database';
import { healthRoutes } from './health';

test('a server is alive if it answers, and ready if it has a database and is not stopping', async () => {
  const { pool, close } = await openTestDatabase();
  let stopping = false;
  const health = healthRoutes(pool, () => stopping);
  const status = async (path: string) => (await health.request(path)).status;
  expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 200]);
  stopping = true;
  expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 503]);
  await close();
});

test('without a database a server is alive but not ready', async () => {
  const away = new pg.Pool({ host: '127.0.0.1', port: 1 });
  const health = healthRoutes(away, () => false);
  expect((await health.request('/healthz')).status).toBe(200);
  expect((await health.request('/readyz')).status).toBe(503);
  await away.end();
});

test('a server whose disk is nearly full is ready and says so', async () => {
  const { pool, close } = await openTestDatabase();
  let isLow = true;
  const health = healthRoutes(
    pool,
    () => false,
    async () => isLow,
  );
  const told = async () => {
    const answer = await health.request('/readyz');
    return [answer.status, await answer.json()];
  };
  expect(await told()).toEqual([200, { status: 'ready', storage: 'low' }]);
  isLow = false;
  expect(await told()).toEqual([200, { status: 'ready' }]);
  await close();
});

test('pages beside them keep their own headers', async () => {
  const site = new Hono();
  site.route(
    '/',
    healthRoutes(new pg.Pool(), () => false),
  );
  site.get('/page', (c) => c.text('page', 200, { 'Cache-Control': 'public' }));
  expect((await site.request('/page')).headers.get('Cache-Control')).toBe('public');
  expect((await site.request('/healthz')).headers.get('Cache-Control')).toBe('no-store');
});
