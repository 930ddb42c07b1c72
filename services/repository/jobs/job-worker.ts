import { setTimeout as pause } from 'node:timers/promises';

import type PgBoss from 'pg-boss';

import { withLogContext } from '../../log/log-context';
import type { Database } from '../store/database';
import { bossDatabase } from './boss-database';
import { TryAgainLater, type JobName } from './job-queue';
import {
  dropLease,
  freeDeadLeases,
  handBack,
  putOff,
  queuesWithWork,
  renewLeases,
  takeLease,
} from './leases';

/** Jobs of one kind that run beside each other in one process. */
const concurrency: Record<JobName, number> = {
  'ingest-file': 2,
  'check-table': 2,
  'publish-upload': 1,
  'register-doi': 1,
  'send-mail': 1,
};
/** Longest time a stop waits for handlers to notice their signal. */
const stopMs = 5000;

export type AnyHandler = (data: unknown, signal: AbortSignal, lastAttempt: boolean) => Promise<void>;
export type WorkerLog = (message: string, error?: unknown) => void;

interface JobWorkerOptions {
  id: string;
  db: Database;
  boss: PgBoss;
  handlers: ReadonlyMap<JobName, AnyHandler>;
  log: WorkerLog;
  soleWorker: boolean;
  leaseMs: number;
  pollMs: number;
}

interface RunningJob {
  id: string;
  name: JobName;
  data: unknown;
  lastAttempt: boolean;
  abort: AbortController;
  done: Promise<void>;
}

/** Fetches jobs, runs their handlers, and keeps a lease with a heartbeat on each for as long as it runs. */
export class JobWorker {
  readonly #options: JobWorkerOptions;
  readonly #running = new Map<string, RunningJob>();
  #started = false;
  #round: Promise<void> | null = null;
  #again = false;
  #poll: NodeJS.Timeout | undefined;
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(options: JobWorkerOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    if (this.#started) return;
    this.#started = true;
    await this.#freeDead();
    const { pollMs, leaseMs } = this.#options;
    this.#poll = setInterval(() => this.nudge(), pollMs);
    this.#heartbeat = setInterval(() => void this.#beat(), leaseMs / 4);
    this.nudge();
  }

  /** Looks at the queues now, and once more when a look is under way. */
  nudge(): void {
    if (!this.#started) return;
    this.#again = true;
    this.#round ??= this.#look().finally(() => (this.#round = null));
  }

  async stop(): Promise<void> {
    this.#started = false;
    clearInterval(this.#poll);
    clearInterval(this.#heartbeat);
    await this.#round;
    const left = [...this.#running.values()];
    for (const job of left) job.abort.abort(new Error('The server stops.'));
    await Promise.race([
      Promise.allSettled(left.map((job) => job.done)),
      pause(stopMs, undefined, { ref: false }),
    ]);
    for (const job of this.#running.values()) await this.#handBack(job);
  }

  async #look(): Promise<void> {
    while (this.#again && this.#started) {
      this.#again = false;
      try {
        for (const name of await queuesWithWork(this.#options.db)) {
          while (this.#started && this.#hasRoom(name) && (await this.#fetch(name)));
        }
      } catch (error) {
        // The next poll looks again: the database may be starting.
        this.#options.log('The job queue could not be read.', error);
      }
    }
  }

  #hasRoom(name: JobName): boolean {
    if (!this.#options.handlers.has(name)) return false;
    const busy = [...this.#running.values()].filter((job) => job.name === name).length;
    return busy < concurrency[name];
  }

  /** Takes the next job of a queue with its lease, in one transaction, and runs it; false when there is none. */
  async #fetch(name: JobName): Promise<boolean> {
    const { db, boss, id: worker } = this.#options;
    const job = await db.transaction(async (tx) => {
      const options = { db: bossDatabase(tx), batchSize: 1, includeMetadata: true as const };
      const [fetched] = await boss.fetch<unknown>(name, options);
      if (fetched) await takeLease(tx, fetched.id, name, worker);
      return fetched;
    });
    if (!job) return false;
    const running: RunningJob = {
      id: job.id,
      name,
      data: job.data,
      lastAttempt: job.retryCount >= job.retryLimit,
      abort: new AbortController(),
      done: Promise.resolve(),
    };
    this.#running.set(job.id, running);
    const context = { jobId: job.id, jobName: name };
    running.done = withLogContext(context, () => this.#run(running)).finally(() => {
      this.#running.delete(job.id);
      this.nudge();
    });
    return true;
  }

  async #run(job: RunningJob): Promise<void> {
    const handler = this.#options.handlers.get(job.name);
    try {
      await handler?.(job.data, job.abort.signal, job.lastAttempt);
    } catch (error) {
      return this.#fail(job, error);
    }
    await this.#end(job, (db) => this.#options.boss.complete(job.name, job.id, {}, { db }));
  }

  async #fail(job: RunningJob, error: unknown): Promise<void> {
    if (job.abort.signal.aborted) return this.#handBack(job);
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const outcome = job.lastAttempt ? 'failed for good' : 'failed and will be tried again';
    this.#options.log(`Job ${job.name} ${nameData(job.data)} ${outcome}.`, error);
    await this.#end(job, async (db, tx) => {
      await this.#options.boss.fail(job.name, job.id, { message: reason }, { db });
      if (error instanceof TryAgainLater) await putOff(tx, job.id, job.name, error.seconds);
    });
  }

  #handBack(job: RunningJob): Promise<void> {
    return this.#end(job, (_, tx) => handBack(tx, job.id, job.name));
  }

  /** Ends a job together with its lease; a job that another worker has taken over is left alone. */
  async #end(
    job: RunningJob,
    finish: (db: PgBoss.Db, tx: Parameters<typeof handBack>[0]) => Promise<void>,
  ): Promise<void> {
    try {
      await this.#options.db.transaction(async (tx) => {
        if (await dropLease(tx, job.id, this.#options.id)) await finish(bossDatabase(tx), tx);
      });
    } catch (error) {
      // Its lease runs out, and the job, which may be done twice without harm, is taken up again.
      this.#options.log(`The end of job ${job.name} could not be noted.`, error);
    }
  }

  async #beat(): Promise<void> {
    const { db, id, log } = this.#options;
    try {
      const jobs = [...this.#running.values()];
      const held = await renewLeases(
        db,
        jobs.map((job) => job.id),
        id,
      );
      for (const job of jobs) {
        if (!held.has(job.id)) job.abort.abort(new Error('Another worker has taken the job over.'));
      }
      await this.#freeDead();
    } catch (error) {
      log('The heartbeat of the job queue failed.', error);
    }
  }

  async #freeDead(): Promise<void> {
    const { db, id: worker, leaseMs, soleWorker, handlers, log } = this.#options;
    const freed = await freeDeadLeases(db, [...handlers.keys()], { worker, leaseMs, soleWorker });
    for (const job of freed) {
      const outcome = job.state === 'failed' ? 'failed for good' : 'is taken up again';
      log(`Job ${job.name} of a server that ended ${outcome}.`);
    }
    if (freed.length > 0) this.nudge();
  }
}

/** Members of jobs that are ids: to whom a mail goes, and what it says, is not for the log. */
const loggedMembers = ['file', 'table', 'revision', 'upload', 'anew'];

function nameData(data: unknown): string {
  return JSON.stringify(data, loggedMembers);
}
