import { AsyncResource } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';

import type PgBoss from 'pg-boss';

import type { JobName } from '@domain/job-names';
import { isOutage } from '@domain/outage';

import { codeOfError } from '../../log/describe-error';
import { withLogContext } from '../../log/log-context';
import { traced, traceId } from '../../tracing/spans';
import { TryAgainLater } from '../context/job-queue';
import type { Database, Queryable, Transaction } from '../store/database';
import { forgottenJobs } from '../store/jobs';
import { nameData, reasonsOf } from './describe-job';
import { hasOwner, type JobPlaces, JobTurns, type OwnedJobName, type Places, placesOf } from './job-turns';
import {
  type BegunJob,
  bossDatabase,
  dropLease,
  freeDeadLeases,
  giveUp,
  handBack,
  hurryWaitingOut,
  putOff,
  queuesWithWork,
  renewLeases,
  takeJob,
  takeLease,
  waitOut,
} from './leases';
import { isOutageToWaitFor, isOver, outageOf, pauseSeconds } from './outages';
import type { AnyHandler, RunningJob } from './running-job';

/** Maximum time that `stop` waits for handlers to notice their signal. */
const stopMs = 5000;

export type WorkerLog = (message: string, error?: unknown) => void;

interface JobWorkerOptions {
  id: string;
  db: Database;
  /** The same database for heartbeats, which must not wait behind requests and jobs. */
  beats: Database;
  boss: PgBoss;
  handlers: ReadonlyMap<JobName, AnyHandler>;
  /** Numbers of jobs that run at the same time, of kinds for which it is not the usual one. */
  places: JobPlaces;
  log: WorkerLog;
  soleWorker: boolean;
  leaseMs: number;
  pollMs: number;
}

/**
 * Heartbeats in the time of a lease. With a lease of 8 seconds a dead worker is noticed within 9, and one that lives may
 * be silent for 7: longer than any pause of the process or the database that is no outage.
 */
const beatsPerLease = 8;

type TakenJob = BegunJob & Pick<RunningJob, 'owner'>;

type Finish = (db: PgBoss.Db, tx: Queryable) => Promise<void>;

/** Fetches jobs, runs their handlers, and holds a lease on each running job, renewed by a heartbeat. */
export class JobWorker {
  readonly #options: JobWorkerOptions;
  readonly #running = new Map<string, RunningJob>();
  /** Jobs that ended during a database outage. Their leases are held until the end can be recorded. */
  readonly #ended = new Map<string, { job: RunningJob; finish: Finish }>();
  /** Jobs belong to no request, also if one nudges: they do not let others pass, and share neither its reads nor its trace. */
  readonly #apart = new AsyncResource('JobWorker');
  readonly #turns = { 'ingest-file': new JobTurns(), 'check-table': new JobTurns() };
  #started = false;
  #round: Promise<void> | null = null;
  #again = false;
  #poll: NodeJS.Timeout | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #beating: Promise<void> | null = null;
  /** Time of the last heartbeat that reached the database, and since when they have done so without a gap. */
  #lastBeat = 0;
  #steadySince = 0;

  constructor(options: JobWorkerOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    if (this.#started) return;
    this.#started = true;
    await this.#freeDead({ leaselessToo: true });
    this.#lastBeat = Date.now();
    const { pollMs, leaseMs } = this.#options;
    this.#poll = setInterval(() => this.nudge(), pollMs);
    // One at a time, because a second one would consider dead what the first is still recording.
    this.#heartbeat = setInterval(() => {
      this.#beating ??= this.#beat().finally(() => (this.#beating = null));
    }, leaseMs / beatsPerLease);
    this.nudge();
  }

  /** Polls the queues now, and once more if a poll is already running. */
  nudge(): void {
    if (!this.#started) return;
    this.#again = true;
    this.#round ??= this.#apart.runInAsyncScope(() => this.#look()).finally(() => (this.#round = null));
  }

  async stop(): Promise<void> {
    this.#started = false;
    clearInterval(this.#poll);
    clearInterval(this.#heartbeat);
    await Promise.all([this.#round, this.#beating]);
    const left = [...this.#running.values()];
    for (const job of left) job.abort.abort(new Error('The server stops.'));
    await Promise.race([Promise.allSettled(left.map((job) => job.done)), pause(stopMs, undefined, { ref: false })]);
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
        // The database may be starting; the next poll tries again.
        this.#options.log('The job queue could not be read.', error);
      }
    }
  }

  #hasRoom(name: JobName): boolean {
    if (!this.#options.handlers.has(name)) return false;
    return this.#runningOwners(name).length < this.#places(name).all;
  }

  #places(name: JobName): Places {
    return placesOf(name, this.#options.places.get(name));
  }

  /** The owner of each running job of a kind. */
  #runningOwners(name: JobName): string[] {
    return [...this.#running.values()].flatMap((job) => (job.name === name ? job.owner : []));
  }

  /** Takes the next job of a queue with its lease, in one transaction, and runs it. Returns false if there is none. */
  async #fetch(name: JobName): Promise<boolean> {
    const { db, id: worker } = this.#options;
    const job = await db.transaction(async (tx) => {
      const taken = hasOwner(name) ? await this.#takeInTurn(tx, name) : await this.#takeOldest(tx, name);
      if (taken) await takeLease(tx, taken.id, name, worker);
      return taken;
    });
    if (!job) return false;
    this.#start(name, job);
    return true;
  }

  async #takeOldest(tx: Transaction, name: JobName): Promise<TakenJob | null> {
    const options = { db: bossDatabase(tx), batchSize: 1, includeMetadata: true as const };
    const [fetched] = await this.#options.boss.fetch<unknown>(name, options);
    return fetched ? { ...fetched, owner: '' } : null;
  }

  async #takeInTurn(tx: Transaction, name: OwnedJobName): Promise<TakenJob | null> {
    const { all, perOwner = all } = this.#places(name);
    const chosen = await this.#turns[name].choose(tx, name, { running: this.#runningOwners(name), perOwner });
    if (!chosen) return null;
    const taken = await takeJob(tx, chosen.id, name);
    // Another server may just have taken it; then the next poll looks again.
    return taken && { ...taken, owner: chosen.owner };
  }

  #start(name: JobName, job: TakenJob): void {
    const outage = outageOf(job.output);
    const running: RunningJob = {
      id: job.id,
      name,
      owner: job.owner,
      data: job.data,
      outage,
      isGivenUp: job.retryCount > job.retryLimit,
      isFinal: (error) => (isOutageToWaitFor(error) ? isOver(outage) : job.retryCount >= job.retryLimit),
      abort: new AbortController(),
      done: Promise.resolve(),
    };
    this.#running.set(job.id, running);
    const context = { jobId: job.id, jobName: name };
    running.done = traced(`job ${name}`, { 'motothek.job.id': job.id }, () =>
      withLogContext({ ...context, traceId: traceId() }, () => this.#run(running)),
    ).finally(() => {
      this.#running.delete(job.id);
      this.nudge();
    });
  }

  async #run(job: RunningJob): Promise<void> {
    const handler = this.#options.handlers.get(job.name);
    try {
      if (job.isGivenUp) {
        await handler?.giveUp?.(job.data);
        throw new Error('The server ended each time while it worked on this job.');
      }
      await handler?.run(job.data, job.abort.signal, job.isFinal, job.id);
    } catch (error) {
      return this.#fail(job, error);
    }
    await this.#end(job, async (db, tx) => {
      if (forgottenJobs.includes(job.name)) await this.#options.boss.deleteJob(job.name, job.id, { db });
      else await this.#options.boss.complete(job.name, job.id, {}, { db });
      // The outage is over, so the other jobs need not wait for their delays.
      if (job.outage) await hurryWaitingOut(tx, job.name);
    });
  }

  async #fail(job: RunningJob, error: unknown): Promise<void> {
    if (job.abort.signal.aborted) return this.#handBack(job);
    if (isOutageToWaitFor(error)) return this.#failInOutage(job, error);
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const outcome = job.isFinal(error) ? 'failed permanently' : 'failed and will be tried again';
    this.#options.log(`Job ${job.name} ${nameData(job.data)} ${outcome}.`, error);
    await this.#end(job, async (db, tx) => {
      await this.#options.boss.fail(job.name, job.id, { message: reason, code: codeOfError(error) }, { db });
      if (error instanceof TryAgainLater) await putOff(tx, job.id, job.name, error.seconds);
    });
  }

  async #failInOutage(job: RunningJob, error: unknown): Promise<void> {
    const message = reasonsOf(error);
    const code = codeOfError(error);
    const named = `Job ${job.name} ${nameData(job.data)}`;
    if (job.isFinal(error)) {
      this.#options.log(`${named} failed permanently after an outage of 24 hours.`, error);
      return this.#end(job, (_, tx) => giveUp(tx, job.id, job.name, { message, code }));
    }
    const { since, tries } = job.outage ?? { since: new Date().toISOString(), tries: 0 };
    const seconds = pauseSeconds(tries);
    this.#options.log(`${named} will be retried in ${seconds} s because of an outage.`, error);
    const wait = { seconds, message, code, outage: { since, tries: tries + 1 } };
    await this.#end(job, (_, tx) => waitOut(tx, job.id, job.name, wait));
  }

  #handBack(job: RunningJob): Promise<void> {
    return this.#end(job, (_, tx) => handBack(tx, job.id, job.name));
  }

  /** Ends a job together with its lease, unless another worker has taken the job over. */
  async #end(job: RunningJob, finish: Finish): Promise<void> {
    try {
      await this.#options.db.transaction(async (tx) => {
        if (await dropLease(tx, job.id, this.#options.id)) await finish(bossDatabase(tx), tx);
      });
    } catch (error) {
      // After other errors the lease runs out and the job runs again, which does no harm.
      if (isOutage(error)) this.#ended.set(job.id, { job, finish });
      this.#options.log(`The end of job ${job.name} could not be recorded.`, error);
    }
  }

  async #beat(): Promise<void> {
    const { beats, id, leaseMs, log } = this.#options;
    try {
      // Iterates over a copy, because `#end` puts back what still cannot be recorded.
      for (const { job, finish } of [...this.#ended.values()]) {
        this.#ended.delete(job.id);
        await this.#end(job, finish);
      }
      const jobs = [...this.#running.values()];
      const held = await renewLeases(beats, [...this.#running.keys(), ...this.#ended.keys()], id);
      for (const job of jobs) {
        if (!held.has(job.id)) job.abort.abort(new Error('Another worker has taken the job over.'));
      }
      // After a gap, of this process or of the database, the others get the time of a lease for their own heartbeats.
      const now = Date.now();
      if (now - this.#lastBeat > leaseMs / 2) this.#steadySince = now;
      this.#lastBeat = now;
      if (now - this.#steadySince >= leaseMs) await this.#freeDead({ leaselessToo: false });
    } catch (error) {
      log('The heartbeat of the job queue failed.', error);
    }
  }

  async #freeDead({ leaselessToo }: { leaselessToo: boolean }): Promise<void> {
    const { beats, id: worker, leaseMs, soleWorker, handlers, log } = this.#options;
    const freed = await freeDeadLeases(beats, [...handlers.keys()], { worker, leaseMs, soleWorker, leaselessToo });
    for (const name of freed) log(`Job ${name} of a server that ended will run again.`);
    if (freed.length > 0) this.nudge();
  }
}
