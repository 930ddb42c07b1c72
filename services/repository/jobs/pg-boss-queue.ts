import { randomUUID } from 'node:crypto';

import type pg from 'pg';
import PgBoss from 'pg-boss';

import { openStore, type Queryable } from '../store/database';
import { bossDatabase } from './boss-database';
import type { JobData, JobName, JobQueue } from './job-queue';
import { hurry } from './leases';
import { JobWorker, type AnyHandler, type WorkerLog } from './job-worker';

/** How often a kind of job is tried again after a failure, and the first pause, which doubles each time. */
const attempts: Record<JobName, { retryLimit: number; retryDelay: number }> = {
  'ingest-file': { retryLimit: 3, retryDelay: 2 },
  'check-table': { retryLimit: 3, retryDelay: 2 },
  'publish-upload': { retryLimit: 8, retryDelay: 5 },
  // Other people's servers may be away for a night: ten attempts reach over some seventeen hours.
  'register-doi': { retryLimit: 10, retryDelay: 30 },
  'send-mail': { retryLimit: 10, retryDelay: 30 },
};
const jobNames = Object.keys(attempts) as JobName[];

/** pg-boss gives a job up after this time whatever its lease says; it takes at most 23 hours. */
const expireInHours = 23;

export interface JobQueueOptions {
  log: WorkerLog;
  /** True where no other process can be working: the embedded database. Frees all older leases at start. */
  soleWorker?: boolean;
  /** Without a heartbeat for this long, a worker counts as dead. */
  leaseMs?: number;
  /** Pause between looks at the queues when nobody nudges. */
  pollMs?: number;
}

/**
 * The job queue on pg-boss: jobs are rows in the schema `pgboss` of the same database, filed in the
 * transaction of the change they follow from. Fetching, leases and retries are ours (`JobWorker`): a
 * killed server loses nothing, and a slow job is not taken for a dead one. Installs what it needs.
 */
export async function createJobQueue(pool: pg.Pool, options: JobQueueOptions): Promise<JobQueue> {
  const boss = new PgBoss({ db: { executeSql: (text, values) => execute(pool, text, values) }, schedule: false });
  boss.on('error', (error) => options.log('The job queue could not clean up.', error));
  await boss.start();
  for (const name of jobNames) {
    const settings = { name, ...attempts[name], retryBackoff: true, expireInHours };
    await boss.createQueue(name, settings);
    await boss.updateQueue(name, settings);
  }
  const handlers = new Map<JobName, AnyHandler>();
  const worker = new JobWorker({
    id: randomUUID(),
    db: openStore(pool),
    boss,
    handlers,
    log: options.log,
    soleWorker: options.soleWorker ?? false,
    leaseMs: options.leaseMs ?? 20_000,
    pollMs: options.pollMs ?? 2000,
  });
  return {
    enqueue: (tx, name, data) => enqueue(boss, tx, name, data),
    hurry: (tx, name) => hurry(tx, name),
    nudge: () => worker.nudge(),
    handle: (name, handler) => void handlers.set(name, handler as AnyHandler),
    start: () => worker.start(),
    stop: async () => {
      await worker.stop();
      await boss.stop({ graceful: false });
    },
  };
}

async function enqueue<Name extends JobName>(boss: PgBoss, tx: Queryable, name: Name, data: JobData[Name]) {
  const id = await boss.send(name, data, { db: bossDatabase(tx) });
  if (id === null) throw new Error(`The job ${name} was not enqueued.`);
}

/** pg-boss outside of ours. It sends whole transactions as one text: after an error the connection is dropped. */
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
