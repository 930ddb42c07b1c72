import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

import { afterEach, describe, expect, it, vi } from 'vitest';

import { Outage } from '@domain/outage';
import { yieldingWith, yieldToOthers } from '@domain/yield-to-others';

import { proxyDatabase } from '../../../tests/support/cuttable-proxy';
import { eachDatabase } from '../../../tests/support/test-database';
import { openDatabase } from '../../database/open-database';
import { type JobQueue, TryAgainLater } from '../context/job-queue';
import { openStore } from '../store/database';
import { type JobData, listStuckJobs } from '../store/jobs';
import { createJobQueue, type JobQueueOptions } from './pg-boss-queue';

const mail = (subject: string): JobData['send-mail'] => ({ to: 'ada@example.org', subject, text: '' });

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
    await expect.poll(() => done).toEqual(['Umlaute: äöü, $1, "quoted"']);
    await expect.poll(jobsLeft).toEqual([]);
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
    await expect.poll(() => done).toEqual(['after it']);
  });

  it('runs a job apart from the request that nudges it', async () => {
    const queue = await open({ pollMs: 60_000 });
    const yields: unknown[] = [];
    queue.handle('send-mail', async () => void yields.push(yieldToOthers()));
    await queue.start();
    await queue.enqueue(store(), 'send-mail', mail('apart'));
    yieldingWith(
      () => Promise.resolve(),
      () => queue.nudge(),
    );
    await expect.poll(() => yields).toEqual([null]);
  });

  it('runs a job by polling, without a nudge', async () => {
    const queue = await open({ pollMs: 50 });
    const done: string[] = [];
    queue.handle('send-mail', async (data) => void done.push(data.subject));
    await queue.start();
    await queue.enqueue(store(), 'send-mail', mail('polled'));
    await expect.poll(() => done).toEqual(['polled']);
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
    await expect.poll(() => tries).toBe(2);
    expect(log.mock.calls[0]?.[0]).toBe('Job check-table {"table":1,"revision":1} failed and will be tried again.');
  });

  it('delays the next attempt as long as the failure requires, unless it is hurried', async () => {
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
    await expect.poll(hours).toBe(24);
    await queue.skipDelay(store(), 'check-table');
    expect(await hours()).toBe(24);
    await queue.skipDelay(store(), 'send-mail');
    queue.nudge();
    await expect.poll(() => tries).toBe(2);
  });

  it('shows the handler which attempt is the last, and logs why a job failed permanently', async () => {
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
    await expect.poll(() => log.mock.calls.length).toBe(1);
    expect(last).toEqual([true]);
    expect(log.mock.calls[0]?.[0]).toBe('Job send-mail {} failed permanently.');
    await expect.poll(jobsLeft).toEqual([]);
    const { rows } = await database().pool.query<{ output: { message: string } }>('select output from pgboss.job');
    expect(rows[0]?.output.message).toContain('mailbox is gone');
  });

  it('keeps the code of a failure, that of a mail server before others', async () => {
    const queue = await open();
    const refused = Object.assign(new Error('450 for ada@example.org'), { code: 'EENVELOPE', responseCode: 550 });
    queue.handle('send-mail', async ({ subject }) => {
      throw subject === 'refused'
        ? refused
        : new Outage('closed', { cause: Object.assign(new Error('no'), { code: 'ECONNREFUSED' }) });
    });
    await queue.start();
    for (const subject of ['refused', 'away']) await queue.enqueue(store(), 'send-mail', mail(subject));
    queue.nudge();
    const codes = async () => (await listStuckJobs(store())).map(({ data, code }) => [data.subject, code]).sort();
    await expect.poll(codes).toEqual([
      ['away', 'ECONNREFUSED'],
      ['refused', '550'],
    ]);
  });

  describe('during an outage', () => {
    const away = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const waiting = async () => {
      const { rows } = await database().pool.query<{ tries: number; minutes: number }>(
        `select retry_count as tries, round(extract(epoch from start_after - now()) / 60)::int as minutes
         from pgboss.job where state = 'retry'`,
      );
      return rows;
    };

    it('applies the delay that a failure requires, even if its cause is an outage', async () => {
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
      await expect.poll(waiting).toEqual([{ tries: 0, minutes: 60 }]);
      await queue.skipDelay(store(), 'send-mail');
      queue.nudge();
      await expect.poll(waiting).toEqual([{ tries: 1, minutes: 60 }]);
      await database().pool.query('update pgboss.job set retry_count = retry_limit - 1, start_after = now()');
      queue.nudge();
      await expect.poll(() => finals).toEqual([false, false, true]);
      await expect.poll(jobsLeft).toEqual([]);
    });

    it('tries a job again after increasing delays, without using up attempts', async () => {
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
      const told = () => log.mock.calls.map(([message]) => /will be retried in (\d+) s/.exec(message)?.[1]);
      for (const seconds of ['5', '10', '20', '40', '80', '160', '320', '600', '600']) {
        log.mockClear();
        queue.nudge();
        await expect.poll(told).toEqual([seconds]);
        await expect.poll(waiting).toMatchObject([{ tries: 0 }]);
        await queue.skipDelay(store(), 'check-table');
      }
      expect(new Set(finals)).toEqual(new Set([false]));
      isBack = true;
      queue.nudge();
      await expect.poll(jobsLeft).toEqual([]);
    });

    it('makes the other jobs due when one has succeeded', async () => {
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
      await expect.poll(waiting).toHaveLength(3);
      isBack = true;
      await database().pool.query(`update pgboss.job set start_after = now() where data->>'table' = '2'`);
      queue.nudge();
      await expect.poll(() => done.toSorted()).toEqual([1, 2, 3]);
    });

    it('gives a job up after 24 hours, which its handler can report', async () => {
      const queue = await open({ pollMs: 60_000 });
      const finals: boolean[] = [];
      queue.handle('check-table', async (_data, _signal, isFinal) => {
        finals.push(isFinal(away()));
        throw away();
      });
      await queue.start();
      await queue.enqueue(store(), 'check-table', { table: 1, revision: 1 });
      queue.nudge();
      await expect.poll(waiting).toHaveLength(1);
      await database().pool.query(
        `update pgboss.job set start_after = now(),
           output = jsonb_set(output, '{outage,since}', to_jsonb(now() - interval '25 hours'))`,
      );
      queue.nudge();
      await expect.poll(jobsLeft).toEqual([]);
      expect(finals).toEqual([false, true]);
    });

    it('records the end of a job once the database is back, and does not run it twice', async ({ skip }) => {
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
      await expect.poll(() => times).toBe(1);
      await proxy.cut();
      finish();
      await expect
        .poll(() => log.mock.calls.map(([message]) => message))
        .toContain('The end of job check-table could not be recorded.');
      await proxy.restore();
      await expect.poll(jobsLeft).toEqual([]);
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
    await expect.poll(() => attempts).toEqual([false]);
  });

  it('runs the job of a killed server again', async () => {
    const queue = await open({ soleWorker: database().kind === 'embedded', leaseMs: 1000 });
    await queue.enqueue(store(), 'send-mail', mail('orphan'));
    const script = path.join(import.meta.dirname, '../../../tests/support/hanging-worker.ts');
    const worker = spawn(process.execPath, ['--import', 'tsx', script, JSON.stringify(database().connection)], {
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    await expect.poll(jobsLeft).toEqual(['active']);
    worker.kill('SIGKILL');
    await once(worker, 'exit');

    const done: string[] = [];
    queue.handle('send-mail', async (data) => void done.push(data.subject));
    await queue.start();
    await expect.poll(() => done).toEqual(['orphan']);
    await expect.poll(jobsLeft).toEqual([]);
  });

  it('gives a job up that servers have ended in each time, and tells its handler', async () => {
    const queue = await open();
    await queue.enqueue(store(), 'ingest-file', { file: 'deadly' });
    // As the last of these servers leaves it.
    await database().pool.query(
      `update pgboss.job set state = 'active', started_on = now(), retry_count = retry_limit`,
    );
    const [run, giveUp] = [vi.fn(async () => {}), vi.fn(async () => {})];
    queue.handle('ingest-file', run, giveUp);
    await queue.start();
    await expect.poll(jobsLeft).toEqual([]);
    expect(giveUp).toHaveBeenCalledExactlyOnceWith({ file: 'deadly' });
    expect(run).not.toHaveBeenCalled();
    const [failed] = await listStuckJobs(store());
    expect(failed).toMatchObject({ state: 'failed', reason: expect.stringContaining('The server ended each time') });
  });

  it('does not take a job while its worker sends heartbeats', async () => {
    const worker = await open({ leaseMs: 8000 });
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
    // Pretends that the last heartbeat is a second old, so that the next one can be seen.
    const { rows } = await database().pool.query(
      `update repository.job_leases set renewed_at = now() - interval '1 second' returning renewed_at`,
    );
    const renewals = async () => (await database().pool.query('select renewed_at from repository.job_leases')).rows;
    await expect.poll(renewals).not.toEqual(rows);

    const other = await open({ leaseMs: 60_000 });
    const stolen = vi.fn(async () => {});
    let checked = 0;
    other.handle('send-mail', stolen);
    other.handle('check-table', async () => void (checked += 1));
    await other.start();
    await other.enqueue(store(), 'check-table', { table: 1, revision: 1 });
    other.nudge();
    await expect.poll(() => checked).toBe(1);
    expect(stolen).not.toHaveBeenCalled();
    finish();
    await expect.poll(jobsLeft).toEqual([]);
  });
});
