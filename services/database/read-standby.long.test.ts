import { existsSync } from 'node:fs';

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { startPostgresql } from '../../tests/cluster/throw-away-postgresql';
import { readOnce, shareReads } from './read-once';
import { openStandby, type StandbyReads } from './read-standby';

const lagSeconds = 3;

describe.runIf(existsSync('/usr/lib/postgresql'))('a standby of PostgreSQL', () => {
  let primaryServer: Awaited<ReturnType<typeof startPostgresql>>;
  let standby: Awaited<ReturnType<typeof primaryServer.startStandby>>;
  let primary: pg.Pool;
  let reads: StandbyReads;
  const told: string[] = [];
  const log = { info: (text: string) => void told.push(text), warn: (text: string) => void told.push(text) };

  const isStandby = async () => (await reads.pool.query('select pg_is_in_recovery() as it')).rows[0].it as boolean;
  const read = async () => Number((await reads.pool.query('select n from numbers')).rows[0].n);
  const write = (n: number) => primary.query(`update numbers set n = ${n}`);
  const onStandby = async (statement: string) => {
    const client = new pg.Client({ connectionString: standby.url });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  const untilStandby = (wanted: boolean) =>
    vi.waitFor(async () => expect(await isStandby()).toBe(wanted), { timeout: 20_000, interval: 100 });

  beforeAll(async () => {
    primaryServer = await startPostgresql();
    primary = new pg.Pool({ connectionString: primaryServer.url });
    primary.on('error', () => {});
    shareReads(primary);
    await primary.query('create table numbers (n int); insert into numbers values (0)');
    standby = await primaryServer.startStandby();
    reads = openStandby(primary, { url: standby.url, lagSeconds, statementSeconds: 5, log });
  }, 60_000);
  afterAll(async () => {
    await reads.close();
    await primary.end();
    standby.stop();
    primaryServer.stop();
  });

  test('answers what only reads', async () => {
    await untilStandby(true);
    expect(told).toEqual(['The replica of the database answers visitors.']);
    const { rows } = await reads.pool.query('update numbers set n = n returning pg_is_in_recovery() as it');
    expect(rows).toEqual([{ it: false }]);
    const client = await reads.pool.connect();
    expect((await client.query('select pg_is_in_recovery() as it')).rows).toEqual([{ it: false }]);
    client.release();
  }, 30_000);

  test('is not asked by a request that has written', async () => {
    const seen = await readOnce(async () => {
      const before = await isStandby();
      await reads.pool.query('update numbers set n = 1');
      return [before, await isStandby(), await read()];
    });
    expect(seen).toEqual([true, false, 1]);
  });

  test('is not asked while it is too far behind, and never answers with what is older', async () => {
    await onStandby('select pg_wal_replay_pause()');
    const paused = performance.now();
    await write(2);
    while (performance.now() - paused < (lagSeconds + 1) * 1000) {
      const asked = performance.now() - paused;
      if ((await read()) !== 2) expect(asked).toBeLessThan(lagSeconds * 1000);
    }
    expect([await isStandby(), await read()]).toEqual([false, 2]);
    expect(told.at(-1)).toBe('The replica of the database is away or behind, and is not asked.');
    await onStandby('select pg_wal_replay_resume()');
    await untilStandby(true);
    expect(await read()).toBe(2);
  }, 30_000);

  test('may end in the middle of statements: the database answers them', async () => {
    const answered = Array.from({ length: 20 }, () =>
      reads.pool.query('select n, pg_sleep(0.3) from numbers').then(({ rows }) => Number(rows[0].n)),
    );
    standby.halt();
    // The same request asks both.
    const both = await readOnce(() => Promise.all([read(), primary.query('select n from numbers')]));
    expect([both[0], Number(both[1].rows[0].n)]).toEqual([2, 2]);
    expect(await Promise.all(answered)).toEqual(answered.map(() => 2));
    expect(await isStandby()).toBe(false);
    standby.start();
    await untilStandby(true);
  }, 60_000);

  test('is no other server that takes writes', async () => {
    const notes: string[] = [];
    const warn = (_text: string, about?: { error?: unknown }) => void notes.push(String(about?.error));
    const other = openStandby(primary, {
      url: primaryServer.url,
      lagSeconds,
      statementSeconds: 5,
      log: { ...log, warn },
    });
    await vi.waitFor(() => expect(notes).toEqual(['Error: REPLICA_DATABASE_URL: is no standby']), { timeout: 5000 });
    await other.close();
  });
});
