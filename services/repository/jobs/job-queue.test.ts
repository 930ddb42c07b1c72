import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

import { afterEach, describe, expect, it, vi } from 'vitest';

import { proxyDatabase } from '../../../tests/support/cuttable-proxy';
import { eachDatabase } from '../../../tests/support/test-database';
import { openDatabase } from '../../database';
import { openStore } from '../store/database';
import { TryAgainLater, type JobData, type JobQueue } from './job-queue';
import { createJobQueue, type JobQueueOptions } from './pg-boss-queue';

const mail = (subject: string): JobData['send-mail'] => ({ to: 'ada@example.org', subject, text: '' });
const soon = { timeout: 10_000, interval: 20 };

eachDatabase('the job queue', (database) => {
  const queues: JobQueue[] = [];
  const log = vi.fn<JobQueueOptions['log']>();
  const open = async (options: Partial<JobQueueOptions> = {}) => {
    const queue = await createJobQueue(database().pool, { log, ...options });
    queues.push(queue);
    return queue;
  };
  const store = () => openStore(database().pool);
  const jobsLeft = async () => {
    const { rows } = await database().pool.query<{ state: string }>(
      `select state from pgboss.job where state not in ('completed', 'failed')`,
    );
    return rows.map((row) => row.state);
  };
  afterEach(async () => {
    await Promise.all(queues.splice(0).map((queue) => queue.stop()));
    await database().pool.query('delete from pgboss.job; delete from repository.job_leases');
    log.mockReset();
  });

  it('runs a job once its transaction has committed, at once when nudged', async () => {
    const queue = await open({ pollMs: 60_000 });
    const done: string[] = [];
    queue.handle('send-mail', async (data) => void done.push(data.subject));
    await queue.start();
    await store().transaction(async (tx) => {
      await queue.enqueue(tx, 'send-mail', mail('Umlaute: äöü, $1, "quoted"'));
      expect(done).toEqual([]);
    });
    queue.nudge();
    await expect.poll(() => done, soon).toEqual(['Umlaute: äöü, $1, "quoted"']);
    await expect.poll(jobsLeft, soon).toEqual([]);
  });

  it('never runs a job whose transaction was rolled back', async () => {
    const queue = await open();
    const done: string[] = [];
    queue.handle('send-mail', async (data) => void done.push(data.subject));
    await queue.start();
    const failing = store().transaction(async (tx) => {
      await queue.enqueue(tx, 'send-mail', mail('never'));
      throw new Error('halfway');
    });
    await expect(failing).rejects.toThrow('halfway');
    await queue.enqueue(store(), 'send-mail', mail('after it'));
    queue.nudge();
    await expect.poll(() => done, soon).toEqual(['after it']);
  });

  it('takes up a job by polling when nobody nudges', async () => {
    const queue = await open({ pollMs: 50 });
    const done: string[] = [];
    queue.handle('send-mail', async (data) => void done.push(data.subject));
    await queue.start();
    await queue.enqueue(store(), 'send-mail', mail('polled'));
    await expect.poll(() => done, soon).toEqual(['polled']);
  });

  it('tries a failed job again', async () => {
    const queue = await open({ pollMs: 100 });
    let tries = 0;
    queue.handle('check-table', async () => {
      tries += 1;
      if (tries === 1) throw new Error('not yet');
    });
    await queue.start();
    await queue.enqueue(store(), 'check-table', { table: 1, revision: 1 });
    await database().pool.query('update pgboss.job set retry_delay = 0');
    queue.nudge();
    await expect.poll(() => tries, soon).toBe(2);
    expect(log.mock.calls[0]?.[0]).toBe('Job check-table {"table":1,"revision":1} failed and will be tried again.');
  });

  it('waits with the next attempt as long as the failure asks for, unless somebody is in a hurry', async () => {
    const queue = await open({ pollMs: 60_000 });
    let tries = 0;
    queue.handle('send-mail', async () => {
      tries += 1;
      if (tries === 1) throw new TryAgainLater('closed until tomorrow', 86_400);
    });
    await queue.start();
    await queue.enqueue(store(), 'send-mail', mail('patient'));
    queue.nudge();
    const hours = async () => {
      const { rows } = await database().pool.query<{ hours: number }>(
        `select round(extract(epoch from start_after - now()) / 3600)::int as hours
         from pgboss.job where state = 'retry'`,
      );
      return rows[0]?.hours;
    };
    await expect.poll(hours, soon).toBe(24);
    await queue.hurry(store(), 'check-table');
    expect(await hours()).toBe(24);
    await queue.hurry(store(), 'send-mail');
    queue.nudge();
    await expect.poll(() => tries, soon).toBe(2);
  });

  it('tells the handler which attempt is the last, and logs why a job failed for good', async () => {
    const queue = await open();
    const last: boolean[] = [];
    queue.handle('send-mail', async (_data, _signal, isFinal) => {
      last.push(isFinal(new Error('mailbox is gone')));
      throw new Error('mailbox is gone');
    });
    await queue.start();
    await store().transaction(async (tx) => {
      await queue.enqueue(tx, 'send-mail', mail('lost'));
      await tx.execute('update pgboss.job set retry_limit = 0');
    });
    queue.nudge();
    await expect.poll(() => log.mock.calls.length, soon).toBe(1);
    expect(last).toEqual([true]);
    expect(log.mock.calls[0]?.[0]).toBe('Job send-mail {} failed permanently.');
    await expect.poll(jobsLeft, soon).toEqual([]);
    const { rows } = await database().pool.query<{ output: { message: string } }>('select output from pgboss.job');
    expect(rows[0]?.output.message).toContain('mailbox is gone');
  });

  describe('while something outside is away', () => {
    const away = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const waiting = async () => {
      const { rows } = await database().pool.query<{ count: number; pause: number }>(
        `select retry_count as count, round(extract(epoch from start_after - now()))::int as pause
         from pgboss.job where state = 'retry' and start_after > now()`,
      );
      return rows;
    };

    it('leaves a failure that asks for its own pause to that, also when its cause is outside', async () => {
      const queue = await open({ pollMs: 60_000 });
      const finals: boolean[] = [];
      queue.handle('send-mail', async (_data, _signal, isFinal) => {
        const error = Object.assign(new TryAgainLater('no answer', 3600), { cause: away() });
        finals.push(isFinal(error));
        throw error;
      });
      await queue.start();
      await queue.enqueue(store(), 'send-mail', mail('unreachable'));
      queue.nudge();
      await expect.poll(waiting, soon).toEqual([{ count: 0, pause: 3600 }]);
      await queue.hurry(store(), 'send-mail');
      queue.nudge();
      await expect.poll(waiting, soon).toEqual([{ count: 1, pause: 3600 }]);
      await database().pool.query('update pgboss.job set retry_count = retry_limit, start_after = now()');
      queue.nudge();
      await expect.poll(() => finals, soon).toEqual([false, false, true]);
      await expect.poll(jobsLeft, soon).toEqual([]);
    });

    it('tries a job again after growing pauses, and no attempt is used up', async () => {
      const queue = await open({ pollMs: 60_000 });
      let isBack = false;
      const finals: boolean[] = [];
      queue.handle('check-table', async (_data, _signal, isFinal) => {
        if (isBack) return;
        finals.push(isFinal(away()));
        throw away();
      });
      await queue.start();
      await queue.enqueue(store(), 'check-table', { table: 1, revision: 1 });
      for (const pause of [5, 10, 20, 40, 80, 160, 320, 600, 600]) {
        queue.nudge();
        await expect.poll(waiting, soon).toEqual([{ count: 0, pause }]);
        await queue.hurry(store(), 'check-table');
      }
      expect(new Set(finals)).toEqual(new Set([false]));
      isBack = true;
      queue.nudge();
      await expect.poll(jobsLeft, soon).toEqual([]);
    });

    it('does not keep the others waiting when one has got through', async () => {
      const queue = await open({ pollMs: 60_000 });
      let isBack = false;
      const done: number[] = [];
      queue.handle('check-table', async ({ table }) => {
        if (!isBack) throw away();
        done.push(table);
      });
      await queue.start();
      for (const table of [1, 2, 3]) await queue.enqueue(store(), 'check-table', { table, revision: 1 });
      queue.nudge();
      await expect.poll(waiting, soon).toHaveLength(3);
      isBack = true;
      await database().pool.query(`update pgboss.job set start_after = now() where data->>'table' = '2'`);
      queue.nudge();
      await expect.poll(() => done.toSorted(), soon).toEqual([1, 2, 3]);
    });

    it('gives a job up after 24 hours, and lets it tell its user', async () => {
      const queue = await open({ pollMs: 60_000 });
      const finals: boolean[] = [];
      queue.handle('check-table', async (_data, _signal, isFinal) => {
        finals.push(isFinal(away()));
        throw away();
      });
      await queue.start();
      await queue.enqueue(store(), 'check-table', { table: 1, revision: 1 });
      queue.nudge();
      await expect.poll(waiting, soon).toHaveLength(1);
      await database().pool.query(
        `update pgboss.job set start_after = now(),
           output = jsonb_set(output, '{outage,since}', to_jsonb(now() - interval '25 hours'))`,
      );
      queue.nudge();
      await expect.poll(jobsLeft, soon).toEqual([]);
      expect(finals).toEqual([false, true]);
    });

    it('notes the end of a job once the database is back, and does not do it twice', async ({ skip }) => {
      skip(database().kind === 'embedded', 'The embedded database is a process of ours: no network lies between.');
      const { proxy, config } = await proxyDatabase(database());
      const databaseUrl = config.connectionString ?? '';
      const { pool, close } = await openDatabase({ dataDir: '/nowhere', databaseUrl, statementSeconds: 60 });
      const queue = await createJobQueue(pool, { log, leaseMs: 2000, pollMs: 100 });
      let times = 0;
      let finish = () => {};
      queue.handle('check-table', () => {
        times += 1;
        return new Promise((resolve) => (finish = resolve));
      });
      await queue.start();
      await queue.enqueue(store(), 'check-table', { table: 1, revision: 1 });
      await expect.poll(() => times, soon).toBe(1);
      await proxy.cut();
      finish();
      await expect
        .poll(() => log.mock.calls.map(([message]) => message), soon)
        .toContain('The end of job check-table could not be recorded.');
      await proxy.mend();
      await expect.poll(jobsLeft, soon).toEqual([]);
      expect(times).toBe(1);
      await queue.stop();
      await close();
      await proxy.close();
    });
  });

  it('hands running jobs back when it stops, and the next server runs them', async () => {
    const first = await open();
    const stopped = new Promise<void>((resolve) => {
      first.handle('ingest-file', (_data, signal) => {
        resolve();
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
      });
    });
    await first.start();
    await first.enqueue(store(), 'ingest-file', { file: 'a' });
    first.nudge();
    await stopped;
    await first.stop();
    expect(await jobsLeft()).toEqual(['retry']);

    const second = await open();
    const attempts: boolean[] = [];
    second.handle('ingest-file', async (_data, _signal, isFinal) => {
      attempts.push(isFinal(new Error('any')));
    });
    await second.start();
    await expect.poll(() => attempts, soon).toEqual([false]);
  });

  it('takes up the job of a killed server', async () => {
    const queue = await open({ soleWorker: database().kind === 'embedded', leaseMs: 1000 });
    await queue.enqueue(store(), 'send-mail', mail('orphan'));
    const script = path.join(import.meta.dirname, '../../../tests/support/hanging-worker.ts');
    const worker = spawn(process.execPath, ['--import', 'tsx', script, JSON.stringify(database().connection)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(worker.stdout, 'data');
    expect(await jobsLeft()).toEqual(['active']);
    worker.kill('SIGKILL');
    await once(worker, 'exit');

    const done: string[] = [];
    queue.handle('send-mail', async (data) => void done.push(data.subject));
    await queue.start();
    await expect.poll(() => done, soon).toEqual(['orphan']);
    await expect.poll(jobsLeft, soon).toEqual([]);
  });

  it('leaves a job alone for as long as its worker sends heartbeats', async () => {
    const worker = await open({ leaseMs: 400 });
    let finish = () => {};
    const taken = new Promise<void>((resolve) => {
      worker.handle('send-mail', () => {
        resolve();
        return new Promise((end) => (finish = end));
      });
    });
    await worker.start();
    await worker.enqueue(store(), 'send-mail', mail('long'));
    worker.nudge();
    await taken;

    const other = await open({ leaseMs: 400, pollMs: 50 });
    const stolen = vi.fn(async () => {});
    let checked = 0;
    other.handle('send-mail', stolen);
    other.handle('check-table', async () => void (checked += 1));
    await other.start();
    const lease = async () => {
      const { rows } = await database().pool.query<{ age: number }>(
        'select extract(epoch from now() - (select created_on from pgboss.job limit 1))::float8 as age',
      );
      return rows[0]?.age;
    };
    await expect.poll(lease, soon).toBeGreaterThan(1);
    await other.enqueue(store(), 'check-table', { table: 1, revision: 1 });
    other.nudge();
    await expect.poll(() => checked, soon).toBe(1);
    expect(stolen).not.toHaveBeenCalled();
    finish();
    await expect.poll(jobsLeft, soon).toEqual([]);
  });
});
