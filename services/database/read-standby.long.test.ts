import { existsSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { startPostgresql } from '../../tests/cluster/throw-away-postgresql';
import { readOnce, shareReads } from './read-once';
import { openStandby, type StandbyReads } from './read-standby';

const lagSeconds = 3;
const statementSeconds = 5;

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
  const onStandby = async (statement: string, url = standby.url) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  /** Who answers if the address of the standby leads to another server after the first look. */
  const answersWhenLedTo = async (url: string) => {
    let target = standby.url;
    const relay = net.createServer((client) => {
      const server = net.connect(Number(new URL(target).port), '127.0.0.1');
      for (const end of [client, server]) end.on('error', () => {});
      client.pipe(server).pipe(client);
    });
    await new Promise<void>((done) => void relay.listen(0, '127.0.0.1', done));
    const own = new URL(standby.url);
    own.port = String((relay.address() as AddressInfo).port);
    const { length } = told;
    const led = openStandby(primary, { url: own.href, lagSeconds, statementSeconds, log });
    await vi.waitFor(() => expect(told.slice(length)).toEqual(['The standby of the database answers visitors.']));
    target = url;
    const { rows } = await led.pool.query('select pg_is_in_recovery() as it');
    await led.close();
    relay.close();
    return rows.map(({ it }) => it as boolean);
  };
  /** What the log says of a standby that is not asked. */
  const refusalOf = async (url: string) => {
    const notes: string[] = [];
    const warn = (_text: string, about?: { error?: unknown }) => void notes.push(String(about?.error));
    const info = () => void notes.push('is asked');
    const other = openStandby(primary, { url, lagSeconds, statementSeconds, log: { info, warn } });
    await vi.waitFor(() => expect(notes).toHaveLength(1), { timeout: 5000 });
    await other.close();
    return notes[0];
  };
  const figures = () => new Map(reads.figures().map(({ name, values }) => [name, values[0]?.value]));
  const used = () => [reads.isFit(), figures().get('motothek_standby_used')];
  const lag = () => figures().get('motothek_standby_lag_seconds') ?? NaN;
  const untilStandby = (wanted: boolean) =>
    vi.waitFor(async () => expect(await isStandby()).toBe(wanted), { timeout: 20_000, interval: 100 });

  beforeAll(async () => {
    primaryServer = await startPostgresql();
    primary = new pg.Pool({ connectionString: primaryServer.url });
    primary.on('error', () => {});
    shareReads(primary);
    await primary.query('create table numbers (n int); insert into numbers values (0)');
    standby = await primaryServer.startStandby();
    reads = openStandby(primary, { url: standby.url, lagSeconds, statementSeconds, log });
  }, 60_000);
  afterAll(async () => {
    await reads.close();
    await primary.end();
    standby.stop();
    primaryServer.stop();
  });

  test('answers what only reads', async () => {
    await untilStandby(true);
    expect(told).toEqual(['The standby of the database answers visitors.']);
    expect(used()).toEqual([true, 1]);
    expect(lag()).toBeLessThanOrEqual(lagSeconds);
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
    expect(told.at(-1)).toBe('The standby of the database is away or behind, and is not asked.');
    expect(used()).toEqual([false, 0]);
    expect(lag()).toBeGreaterThan(lagSeconds);
    expect(lag()).toBeLessThan(lagSeconds + 5);
    await onStandby('select pg_wal_replay_resume()');
    await untilStandby(true);
    expect(await read()).toBe(2);
  }, 30_000);

  test('is only not asked for the statements for which it has no connection, and is the standby of all others', async () => {
    const { length } = told;
    const sleepy = (seconds: number) =>
      reads.pool
        .query(`select pg_is_in_recovery() as it, pg_sleep(${seconds})`)
        .then(({ rows }) => rows[0].it as boolean);
    const asked = Array.from({ length: 30 }, () => sleepy(3));
    await delay(1500);
    // Those that found no connection within a second are with the database now.
    const looked = told.slice(length);
    const by = await Promise.all(asked);
    expect([by.filter((it) => it).length, looked]).toEqual([primary.options.max, []]);
    expect([await isStandby(), told.slice(length)]).toEqual([true, []]);
  }, 30_000);

  test('takes the time of a statement once', async () => {
    const begun = performance.now();
    await expect(reads.pool.query('select pg_sleep(20)')).rejects.toMatchObject({ code: '57014' });
    expect(performance.now() - begun).toBeLessThan(1.5 * statementSeconds * 1000);
    expect(await isStandby()).toBe(true);
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
    expect(used()).toEqual([false, 0]);
    expect(lag(), 'what it had is known while it is away').toBeLessThan(30);
    standby.start();
    await untilStandby(true);
  }, 60_000);

  test('is no other server that takes writes', async () => {
    expect(await refusalOf(primaryServer.url)).toBe('Error: REPLICA_DATABASE_URL: is no standby');
  }, 30_000);

  test('is that of no other installation, and has the same database', async () => {
    const notOurs = 'Error: REPLICA_DATABASE_URL: is no standby of the database in DATABASE_URL';
    const otherServer = await startPostgresql();
    const otherStandby = await otherServer.startStandby();
    try {
      // Its log is longer, so by positions alone it has everything.
      await onStandby('create table filled as select generate_series(1, 300000) as n', otherServer.url);
      expect(await refusalOf(otherStandby.url)).toBe(notOurs);
      expect(await answersWhenLedTo(otherStandby.url)).toEqual([false]);
    } finally {
      otherStandby.stop();
      otherServer.stop();
    }
    await primary.query('create database other');
    const otherDatabase = new URL(standby.url);
    otherDatabase.pathname = '/other';
    await vi.waitFor(() => onStandby('select 1', otherDatabase.href), { timeout: 10_000, interval: 100 });
    expect(await refusalOf(otherDatabase.href)).toBe(notOurs);
  }, 60_000);
});
