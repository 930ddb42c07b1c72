import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { onPostgresql, openTestDatabase, type TestDatabase } from '../../../tests/support/test-database';
import type { JobQueue } from '../context/job-queue';
import { openStore } from '../store/database';
import { createJobQueue } from './pg-boss-queue';

const script = path.join(import.meta.dirname, '../../../tests/support/hanging-worker.ts');
/** What operators are told. */
const promisedMs = 10_000;

/** With the lease and the heartbeats of the product, which other tests shorten. */
onPostgresql('a job whose worker is gone', () => {
  let database: TestDatabase;
  let worker: ChildProcessByStdio<Writable, Readable, null>;
  let queue: JobQueue;
  const run = vi.fn(async () => {});
  const log = vi.fn();
  const startWorker = () =>
    spawn(process.execPath, ['--import', 'tsx', script, JSON.stringify(database.connection)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
  const states = async () => (await database.pool.query<{ state: string }>('select state from pgboss.job')).rows;

  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    queue = await createJobQueue(database.pool, { log });
    await queue.enqueue(openStore(database.pool), 'send-mail', { to: 'ada@example.org', subject: '', text: '' });
    worker = startWorker();
    await expect.poll(states).toEqual([{ state: 'active' }]);
    queue.handle('send-mail', run);
    await queue.start();
  });
  afterEach(async () => {
    worker.kill('SIGKILL');
    await queue.stop();
    await database.pool.query('delete from pgboss.job; delete from repository.job_leases');
    run.mockReset();
    log.mockReset();
  });

  test.each([1, 2, 3])('is begun by another within 10 seconds of its kill -9 (%i)', async () => {
    await pause(Math.random() * 3000);
    worker.kill('SIGKILL');
    const killedAt = performance.now();
    await expect.poll(() => run.mock.calls.length).toBe(1);
    const ms = performance.now() - killedAt;
    process.stdout.write(`kill -9: begun elsewhere after ${(ms / 1000).toFixed(1)} s\n`);
    expect(ms).toBeLessThan(promisedMs);
    await expect.poll(states).toEqual([]);
  });

  test('stays with it if it only pauses for five seconds', async () => {
    worker.kill('SIGSTOP');
    await pause(5000);
    worker.kill('SIGCONT');
    await pause(promisedMs);
    expect(run).not.toHaveBeenCalled();
    worker.stdin.write('done\n');
    await expect.poll(states).toEqual([]);
  });

  test('is not ended by it when it comes back and somebody else has taken the job', async () => {
    let finish = () => {};
    run.mockImplementation(() => new Promise((resolve) => (finish = resolve)));
    worker.kill('SIGSTOP');
    await expect.poll(() => run.mock.calls.length).toBe(1);
    worker.stdin.write('done\n');
    worker.kill('SIGCONT');
    await pause(3000);
    expect(await states()).toEqual([{ state: 'active' }]);
    expect(run).toHaveBeenCalledOnce();
    finish();
    await expect.poll(states).toEqual([]);
  });

  test('stays with it if the other one was away at the same time and comes back first', async () => {
    await queue.stop();
    const other = startWorker();
    try {
      await once(other.stdout, 'data');
      for (const each of [worker, other]) each.kill('SIGSTOP');
      await pause(promisedMs);
      other.kill('SIGCONT');
      await pause(2000);
      worker.kill('SIGCONT');
      await pause(promisedMs);
      const { rows } = await database.pool.query('select state, output from pgboss.job');
      expect(rows).toEqual([{ state: 'active', output: null }]);
    } finally {
      other.kill('SIGKILL');
    }
  });
});
