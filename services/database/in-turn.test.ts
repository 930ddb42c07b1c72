import { randomUUID } from 'node:crypto';

import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { statementSeconds } from '@domain/limits';

import { migrateAll } from '../../tests/support/migrate-all';
import { onPostgresql } from '../../tests/support/test-database';
import { DatabaseUnusable, inTurn, openDatabase } from '.';

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
    await admin.query(`drop database ${name} with (force)`);
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
    await Promise.all(pools.map((pool) => inTurn(pool, () => work(pool), () => (waited += 1)))); // prettier-ignore
    expect(events).toEqual(['begins', 'ends', 'begins', 'ends', 'begins', 'ends']);
    expect(waited).toBe(2);
  });

  test('leave the turn to the next when their work fails', async () => {
    const [one, two] = pools as [pg.Pool, pg.Pool];
    await expect(inTurn(one, () => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk');
    expect(await inTurn(two, async () => 'done')).toBe('done');
  });

  test('are told in a sentence that the database is not there', async () => {
    const absent = new URL(url);
    absent.pathname = '/not_there';
    const opening = openDatabase({ dataDir: '/nowhere', databaseUrl: absent.href, statementSeconds });
    await expect(opening).rejects.toBeInstanceOf(DatabaseUnusable);
    await expect(opening).rejects.toThrow('database "not_there" does not exist');
  });
});

test('a server of the database that does not answer is named without the password', async () => {
  const opening = openDatabase({
    dataDir: '/nowhere',
    databaseUrl: 'postgresql://me:hidden@127.0.0.1:1/motothek',
    statementSeconds,
  });
  await expect(opening).rejects.toThrow(
    'DATABASE_URL: the database motothek at 127.0.0.1:1 cannot be used: connect ECONNREFUSED 127.0.0.1:1.',
  );
});
