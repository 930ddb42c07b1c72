import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { isOutage } from '@domain/outage';

import { proxyDatabase, type CuttableProxy } from '../../tests/support/cuttable-proxy';
import { onPostgresql, openTestDatabase, type TestDatabase } from '../../tests/support/test-database';
import { openDatabase, type OpenedDatabase } from './open-database';

onPostgresql('the pool of a server', () => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'motothek-outages-'));
  let target: TestDatabase;
  let proxy: CuttableProxy;
  let database: OpenedDatabase;
  beforeAll(async () => {
    target = await openTestDatabase();
    const proxied = await proxyDatabase(target);
    proxy = proxied.proxy;
    const databaseUrl = proxied.config.connectionString;
    database = await openDatabase({ dataDir, databaseUrl, statementSeconds: 1 });
  });
  afterAll(async () => {
    await database.close();
    await proxy.close();
    await target.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const failure = (work: Promise<unknown>) => work.then(() => null).catch((error: unknown) => error);

  it('aborts a statement that takes too long, and runs the next one', async () => {
    const error = await failure(database.pool.query('select pg_sleep(30)'));
    expect(error).toMatchObject({ code: '57014' });
    expect(isOutage(error)).toBe(true);
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it('survives a database that goes away during a transaction, and continues when it is back', async () => {
    const client = await database.pool.connect();
    await client.query('begin');
    await proxy.cut();
    const broken = await failure(client.query('select 1'));
    expect(isOutage(broken)).toBe(true);
    client.release();
    expect(isOutage(await failure(database.pool.query('select 1')))).toBe(true);
    await proxy.restore();
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it('has all its connections again after transactions that could not begin', async () => {
    const db = drizzle(database.pool);
    for (let round = 0; round < 2; round += 1) {
      // All connections are open and idle.
      await Promise.all(Array.from({ length: 20 }, () => database.pool.query('select pg_sleep(0.1)')));
      proxy.fallSilent();
      const begun = Array.from({ length: 20 }, () => failure(db.transaction(async () => {})));
      expect((await Promise.all(begun)).every(isOutage)).toBe(true);
      await proxy.restore();
    }
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    expect(database.pool.totalCount).toBeLessThanOrEqual(1);
  });

  it('closes a connection on which nothing arrives any more', async () => {
    await database.pool.query('select 1');
    proxy.fallSilent();
    expect(isOutage(await failure(database.pool.query('select 1')))).toBe(true);
    // A new connection fails after the same time.
    expect(isOutage(await failure(database.pool.query('select 1')))).toBe(true);
    await proxy.restore();
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });
});
