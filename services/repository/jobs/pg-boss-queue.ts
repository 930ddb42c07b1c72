import { randomUUID } from 'node:crypto';

import pg from 'pg';
import PgBoss from 'pg-boss';

import { type JobName, jobNames } from '@domain/job-names';
import { keptDays } from '@domain/limits';

import type { JobQueue } from '../context/job-queue';
import { openStore } from '../store/database';
import type { JobPlaces } from './job-turns';
import { bossDatabase, hurryWaiting, skipDelay, startLater } from './leases';
import { JobWorker, type WorkerLog } from './job-worker';
import type { AnyHandler } from './running-job';

/** Number of retries, and the first delay in seconds, which doubles after each retry. */
const attempts: Record<JobName, { retryLimit: number; retryDelay: number }> = {
  'ingest-file': { retryLimit: 3, retryDelay: 2 },
  'check-table': { retryLimit: 3, retryDelay: 2 },
  'assign-experts': { retryLimit: 3, retryDelay: 30 },
  'publish-upload': { retryLimit: 8, retryDelay: 5 },
  // An outside server may be down overnight. Ten retries span about 17 hours.
  'register-doi': { retryLimit: 10, retryDelay: 30 },
  // The daily work enqueues it again.
  'mail-searches': { retryLimit: 3, retryDelay: 30 },
  // What is left then is removed by the sweep.
  'remove-objects': { retryLimit: 10, retryDelay: 5 },
  // Ten retries span half an hour. By then, most caches have forgotten by themselves.
  'purge-caches': { retryLimit: 10, retryDelay: 2 },
  // The next change of the catalogue and the hourly work enqueue it again.
  'make-norms': { retryLimit: 5, retryDelay: 5 },
  // Ten retries span about 17 hours. The account is gone by then, so the daily work retries what has failed.
  'delete-person': { retryLimit: 10, retryDelay: 30 },
  'send-mail': { retryLimit: 10, retryDelay: 30 },
};

/** Default of `leaseMs`: see `beatsPerLease` of the worker. */
const defaultLeaseMs = 8000;

/** pg-boss gives up a job after this time, regardless of its lease. Its maximum is just below 24 hours. */
const expireInHours = 23;

/**
 * Indexes of our own in the tables of pg-boss, which keeps what is done for a week: jobs that wait, run or have failed are
 * found without it. Made anew if pg-boss has made its tables anew. Servers that start together take turns.
 */
const unfinishedIndexes = `begin;
  select pg_advisory_xact_lock(hashtext('motothek indexes of jobs'));
  do $$ begin
    if to_regclass('pgboss.motothek_unfinished') is null then
      create index motothek_unfinished on pgboss.job (created_on, id) where state not in ('completed', 'cancelled');
    end if;
    if to_regclass('pgboss.motothek_archived_failures') is null then
      create index motothek_archived_failures on pgboss.archive (created_on, id) where state = 'failed';
    end if;
  end $$;
  commit`;

export interface JobQueueOptions {
  log: WorkerLog;
  /** No other process can be working, as with the embedded database. Frees all older leases at the start. */
  soleWorker?: boolean;
  /** A worker that has sent no heartbeat for this long is considered dead. */
  leaseMs?: number;
  /** Days for which jobs are kept that have ended, by default seven. */
  keptDays?: number;
  /** Numbers of jobs that run at the same time, of kinds for which it is not the usual one. */
  places?: JobPlaces;
  /** Polling interval of the queues without a nudge. */
  pollMs?: number;
}

/**
 * Creates the job queue on pg-boss and installs its schema `pgboss` in the same database. Jobs are enqueued in
 * the transaction of the change they result from. Fetching, leases and retries are our own (`JobWorker`), so
 * that a killed server loses no job and a slow job is not considered dead.
 */
export async function createJobQueue(pool: pg.Pool, options: JobQueueOptions): Promise<JobQueue> {
  const deleteAfterDays = options.keptDays ?? keptDays.jobs;
  const boss = new PgBoss({
    db: { executeSql: (text, values) => execute(pool, text, values) },
    schedule: false,
    deleteAfterDays,
  });
  boss.on('error', (error) => options.log('The job queue could not be maintained.', error));
  await boss.start();
  await execute(pool, unfinishedIndexes);
  for (const name of jobNames) {
    const settings = { name, ...attempts[name], retryBackoff: true, expireInHours };
    await boss.createQueue(name, settings);
    await boss.updateQueue(name, settings);
  }
  const handlers = new Map<JobName, AnyHandler>();
  const { soleWorker = false, leaseMs = defaultLeaseMs } = options;
  const beats = soleWorker ? null : openBeats(pool, leaseMs);
  const worker = new JobWorker({
    id: randomUUID(),
    db: openStore(pool),
    beats: openStore(beats ?? pool),
    boss,
    handlers,
    places: options.places ?? new Map(),
    log: options.log,
    soleWorker,
    leaseMs,
    pollMs: options.pollMs ?? 2000,
  });
  return {
    enqueue: async (tx, name, data, afterSeconds) => {
      const id = await boss.send(name, data, { db: bossDatabase(tx) });
      if (id === null) throw new Error(`The job ${name} was not enqueued.`);
      if (afterSeconds !== undefined) await startLater(tx, id, name, afterSeconds);
    },
    skipDelay,
    hurryWaiting,
    nudge: () => worker.nudge(),
    handle: (name, run, giveUp) => void handlers.set(name, { run, giveUp } as AnyHandler),
    start: () => worker.start(),
    stop: async () => {
      await worker.stop();
      await boss.stop({ graceful: false });
      if (!beats?.ending) await beats?.end();
    },
  };
}

/** A connection of its own for heartbeats: while all others are busy, a lease must not run out. */
function openBeats(pool: pg.Pool, leaseMs: number): pg.Pool {
  const beats = new pg.Pool({ ...pool.options, max: 1, query_timeout: leaseMs / 2 });
  // A connection that is lost fails the heartbeat; the next one opens another.
  beats.on('connect', (client) => client.on('error', () => {}));
  beats.on('error', () => {});
  return beats;
}

/** Runs SQL of pg-boss. It may be a whole transaction, so the connection is dropped after an error. */
async function execute(pool: pg.Pool, text: string, values?: unknown[]): Promise<{ rows: unknown[] }> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(text, values);
    client.release();
    return { rows };
  } catch (error) {
    client.release(true);
    throw error;
  }
}
