import type pg from 'pg';
import { expect, test, vi } from 'vitest';

import { withoutYielding, yieldingWith } from '@domain/yield-to-others';

import { forgetReads, readOnce, shareReads } from './read-once';

/** A pool that counts the statements which reach the database. */
function openPool() {
  const query = vi.fn((text: string, values?: unknown[]) => Promise.resolve({ text, values }));
  const connect = vi.fn(() => Promise.resolve({ release() {} }));
  const pool = { query, connect } as unknown as pg.Pool;
  shareReads(pool);
  const ask = (text: string, ...values: unknown[]) => pool.query(text, values);
  return { pool, connect, query, ask };
}

test('within one request a statement is executed once for each set of parameters', async () => {
  const { query, ask } = openPool();
  await readOnce(() => Promise.all([ask('select $1', 1), ask('select $1', 1), ask('select $1', 2)]));
  expect(query).toHaveBeenCalledTimes(2);
  await readOnce(() => ask('select $1', 1));
  expect(query).toHaveBeenCalledTimes(3);
});

test('outside of requests, and after one has ended, every statement is executed', async () => {
  const { query, ask } = openPool();
  await ask('select 1');
  await ask('select 1');
  let end = () => {};
  const hasEnded = new Promise<void>((resolve) => (end = resolve));
  let late: Promise<unknown> = hasEnded;
  await readOnce(() => {
    late = hasEnded.then(() => Promise.all([ask('select 1'), ask('select 1')]));
  });
  end();
  await late;
  expect(query).toHaveBeenCalledTimes(4);
});

test.each([
  'update a set b = 1',
  'with gone as (delete from a returning b) select b from gone',
  'select b from a for update',
])('after %s, statements are executed again', async (writing) => {
  const { query, ask } = openPool();
  await readOnce(async () => {
    await ask('select 1');
    const written = ask(writing);
    await Promise.all([ask('select 1'), ask('select 1')]);
    await written;
    await ask('select 1');
    await ask('select 1');
  });
  expect(query).toHaveBeenCalledTimes(5);
});

test('while a transaction is open, and once after it, statements are executed again', async () => {
  const { pool, query, ask } = openPool();
  await readOnce(async () => {
    await ask('select 1');
    const client = await pool.connect();
    await ask('select 1');
    await ask('select 1');
    client.release();
    await ask('select 1');
    await ask('select 1');
  });
  expect(query).toHaveBeenCalledTimes(4);
});

test('a transaction for which there is no connection keeps nothing from being shared', async () => {
  const { pool, connect, query, ask } = openPool();
  connect.mockRejectedValueOnce(new Error('away'));
  await readOnce(async () => {
    await expect(pool.connect()).rejects.toThrow('away');
    await ask('select 1');
    await ask('select 1');
  });
  expect(query).toHaveBeenCalledTimes(1);
});

test('a page that waits asks again', async () => {
  vi.useFakeTimers();
  const { query, ask } = openPool();
  await readOnce(async () => {
    await ask('select 1');
    vi.advanceTimersByTime(1000);
    await ask('select 1');
  });
  vi.useRealTimers();
  expect(query).toHaveBeenCalledTimes(2);
});

test('whoever has waited for somebody else asks anew', async () => {
  const { query, ask } = openPool();
  await readOnce(async () => {
    await ask('select 1');
    forgetReads();
    await ask('select 1');
    await ask('select 1');
  });
  expect(query).toHaveBeenCalledTimes(2);
});

test('a statement that has failed is tried again', async () => {
  const { query, ask } = openPool();
  query.mockRejectedValueOnce(new Error('away'));
  await readOnce(async () => {
    await expect(ask('select 1')).rejects.toThrow('away');
    await expect(ask('select 1')).resolves.toMatchObject({ text: 'select 1' });
  });
});

test('a statement waits until others have passed, but not in a transaction, nor where others wait for it', async () => {
  const { pool, query, ask } = openPool();
  let pass = () => {};
  const passed = new Promise<void>((resolve) => (pass = resolve));
  const asked = yieldingWith(
    () => passed,
    async () => {
      await pool.connect();
      await withoutYielding(() => ask('select 1'));
      return ask('select 2');
    },
  );
  await new Promise(setImmediate);
  expect(query.mock.calls.map(([text]) => text)).toEqual(['select 1']);
  pass();
  await asked;
  expect(query).toHaveBeenCalledTimes(2);
});
