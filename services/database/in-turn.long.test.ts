import { randomUUID } from 'node:crypto';

import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { statementSeconds } from '@domain/limits';

import { migrateAll } from '../../tests/support/migrate-all';
import { onPostgresql } from '../../tests/support/test-database';
import { inTurn } from './in-turn';
import { DatabaseUnusable, openDatabase } from './open-database';

onPostgresql('servers that start on one empty database', () => {
  const name = `motothek_turns_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(process.env.TEST_DATABASE_URL ?? 'postgresql://127.0.0.1');
  const admin = new pg.Pool({ connectionString: url.href, max: 1 });
  const own = new URL(url);
  own.pathname = `/${name}`;
  let pools: pg.Pool[];
  beforeAll(async () => {
    await admin.query(`create database ${name}`);
    pools = [1, 2, 3].map(() => new pg.Pool({ connectionString: own.href, max: 4 }));
  });
  afterAll(async () => {
    await Promise.all(pools.map((pool) => pool.end()));
    await admin.query(`drop database ${name}`);
    await admin.end();
  });

  test('prepare it one after the other, the schema of the job queue included', async () => {
    const events: string[] = [];
    const work = async (pool: pg.Pool) => {
      events.push('begins');
      await migrateAll(pool);
      events.push('ends');
    };
    let waited = 0;
    await Promise.all(
      pools.map((pool) =>
        inTurn(
          pool,
          () => work(pool),
          () => (waited += 1),
        ),
      ),
    );
    expect(events).toEqual(['begins', 'ends', 'begins', 'ends', 'begins', 'ends']);
    expect(waited).toBe(2);
  });

  test('pass the turn on when their work fails', async () => {
    const [one, two] = pools as [pg.Pool, pg.Pool];
    await expect(inTurn(one, () => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk');
    expect(await inTurn(two, async () => 'done')).toBe('done');
  });

  test('keep the turn for longer than a statement may take', async () => {
    const opened = await openDatabase({ dataDir: '/nowhere', databaseUrl: own.href, statementSeconds: 1 });
    const events: string[] = [];
    const long = inTurn(opened.pool, async () => {
      events.push('begins');
      // Longer than the limit of a statement, and longer than a connection may be silent.
      for (let second = 0; second < 8; second += 1) await pools[0]!.query('select pg_sleep(1)');
      events.push('ends');
    });
    while (events.length === 0) await pools[0]!.query('select pg_sleep(0.05)');
    await Promise.all([long, inTurn(pools[1]!, async () => events.push('the next'))]);
    await opened.close();
    expect(events).toEqual(['begins', 'ends', 'the next']);
  });

  test('give up when the session that holds their turn is lost', async () => {
    const [one, two] = pools as [pg.Pool, pg.Pool];
    const work = inTurn(one, async () => {
      // Other test files have such locks in other databases of the same server.
      await two.query(`select pg_terminate_backend(pid) from pg_locks
        where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`);
      await two.query('select pg_sleep(2)');
    });
    await expect(work).rejects.toThrow('The database session with the lock for starting was lost.');
  });

  test('get a message if the database does not exist', async () => {
    const absent = new URL(url);
    absent.pathname = '/not_there';
    const opening = openDatabase({ dataDir: '/nowhere', databaseUrl: absent.href, statementSeconds });
    await expect(opening).rejects.toBeInstanceOf(DatabaseUnusable);
    await expect(opening).rejects.toThrow('database "not_there" does not exist');
  });
});

test('a database server that cannot be reached is named without the password', async () => {
  const opening = openDatabase({
    dataDir: '/nowhere',
    databaseUrl: 'postgresql://me:hidden@127.0.0.1:1/motothek',
    statementSeconds,
  });
  await expect(opening).rejects.toThrow(
    'DATABASE_URL: the database motothek at 127.0.0.1:1 cannot be used: connect ECONNREFUSED 127.0.0.1:1. Is it running, and are host and port in DATABASE_URL correct?',
  );
});
