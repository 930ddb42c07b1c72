import { setTimeout as pause } from 'node:timers/promises';

import { Hono } from 'hono';
import pg from 'pg';
import { expect, test, vi } from 'vitest';

import { openTestDatabase } from '../../tests/support/test-database';
import { knownMigrations } from '../database/migrate-schema';
import { oldestVersionsTable, watchSchemas } from '../database/schema-state';
import { healthRoutes, type Looks } from './health';

const well: Looks = {
  migrations: async () => 'current',
  isLowOnSpace: async () => false,
  isStandbyUsed: null,
  objects: async () => 17,
  engine: async () => [],
};
const allWell = { status: 'ready', database: 'ok', migrations: 'current', storage: 'ok', objects: 'ok', engine: 'ok' };
const never = () => new Promise<never>(() => {});
const failing = () => Promise.reject(new Error('connect ECONNREFUSED s3://key:secret@store'));

const ask = async (looks: Partial<Looks>, isStopping = false) => {
  const answer = await healthRoutes({ ...well, ...looks }, () => isStopping).request('/readyz');
  return [answer.status, await answer.json()];
};

test('a server is alive if it answers, and ready if it has all it needs and is not stopping', async () => {
  const health = healthRoutes(well, () => true);
  expect((await health.request('/healthz')).status).toBe(200);
  expect(await ask({})).toEqual([200, allWell]);
  expect(await ask({}, true)).toEqual([503, { status: 'stopping' }]);
});

test.each([
  ['store of objects', { objects: failing }, { objects: 'away' }],
  ['columnar engine', { engine: failing }, { engine: 'away' }],
  ['space', { isLowOnSpace: async () => true }, { storage: 'low' }],
  ['disk', { isLowOnSpace: failing }, { storage: 'unknown' }],
])('without %s it is ready, because every other server would be without it, too', async (_name, looks, words) => {
  expect(await ask(looks)).toEqual([200, { ...allWell, ...words }]);
});

test('beside migrations of a later version it is ready, with others or without its own it is not', async () => {
  expect(await ask({ migrations: async () => 'newer' })).toEqual([200, { ...allWell, migrations: 'newer' }]);
  for (const migrations of ['missing', 'foreign'] as const) {
    expect(await ask({ migrations: async () => migrations })).toEqual([
      503,
      { ...allWell, status: 'not ready', migrations },
    ]);
  }
});

test('a standby has a word, and a server is ready without it', async () => {
  expect(await ask({ isStandbyUsed: () => true })).toEqual([200, { ...allWell, standby: 'ok' }]);
  expect(await ask({ isStandbyUsed: () => false })).toEqual([200, { ...allWell, standby: 'unused' }]);
});

test('what another process has is not told', async () => {
  const [, words] = await ask({ objects: null, engine: null });
  expect(Object.keys(words as object)).toEqual(['status', 'database', 'migrations', 'storage']);
});

test('without a database a server is not ready', async () => {
  const away = new pg.Pool({ host: '127.0.0.1', port: 1 });
  const migrations = watchSchemas(away, new Map([['web', knownMigrations('web')]]), '1.0.0');
  const words = { status: 'not ready', database: 'away', migrations: 'unknown' };
  expect(await ask({ migrations })).toEqual([503, { ...allWell, ...words }]);
  await away.end();
});

test('the database tells which migrations it has', async () => {
  const { pool, close } = await openTestDatabase();
  const known = new Map((['web', 'audit'] as const).map((schema) => [schema, knownMigrations(schema)]));
  const migrations = watchSchemas(pool, known, '1.2.0');
  const state = async () => (await ask({ migrations }))[1] as { migrations: string; database: string };
  expect(await state()).toEqual(allWell);
  await pool.query(`insert into migrations.web (hash, created_at) values ('later', 9e15)`);
  expect(await state()).toMatchObject({ database: 'ok', migrations: 'foreign' });
  await pool.query(`insert into ${oldestVersionsTable} values ('later', '1.2.0')`);
  expect(await state()).toMatchObject({ migrations: 'newer' });
  await pool.query(`delete from migrations.audit`);
  expect(await state()).toMatchObject({ migrations: 'missing' });
  await pool.query(`drop schema migrations cascade`);
  expect(await state()).toMatchObject({ database: 'ok', migrations: 'missing' });
  await close();
});

test('a look that takes long ends after a time, and others than the database before it', async () => {
  const begun = performance.now();
  expect(await ask({ objects: never, engine: never, isLowOnSpace: never })).toEqual([
    200,
    { ...allWell, storage: 'unknown', objects: 'away', engine: 'away' },
  ]);
  expect(performance.now() - begun).toBeLessThan(1900);
  expect(await ask({ migrations: never })).toMatchObject([503, { database: 'away' }]);
});

test('however often it is asked, a server looks once a second', async () => {
  const looks = { migrations: vi.fn(well.migrations), objects: vi.fn(async () => 17), engine: vi.fn(async () => []) };
  const health = healthRoutes({ ...well, ...looks }, () => false);
  for (let time = 0; time < 50; time += 1) await health.request('/readyz');
  await Promise.all(Array.from({ length: 50 }, () => health.request('/readyz')));
  for (const look of Object.values(looks)) expect(look).toHaveBeenCalledOnce();
  await pause(1100);
  await health.request('/readyz');
  for (const look of Object.values(looks)) expect(look).toHaveBeenCalledTimes(2);
});

test('pages beside them keep their own headers', async () => {
  const site = new Hono();
  site.route(
    '/',
    healthRoutes(well, () => false),
  );
  site.get('/page', (c) => c.text('page', 200, { 'Cache-Control': 'public' }));
  expect((await site.request('/page')).headers.get('Cache-Control')).toBe('public');
  expect((await site.request('/healthz')).headers.get('Cache-Control')).toBe('no-store');
});
