import type { JobName } from '@domain/job-names';

import type { Queryable } from '../store/database';
import type { JobData } from '../store/jobs';

/**
 * Whether a failure is final because the job will not be retried. The handler then stores the failure for the user.
 */
export type IsFinal = (error: unknown) => boolean;

/**
 * Runs a job. `signal` aborts if the server stops or another worker has taken over. `id` is the same for every attempt.
 */
export type JobHandler<Name extends JobName> = (
  data: JobData[Name],
  signal: AbortSignal,
  isFinal: IsFinal,
  id: string,
) => Promise<void>;

/** A failure that is retried after `seconds` at the earliest; the usual delay may be longer. */
export class TryAgainLater extends Error {
  readonly seconds: number;

  constructor(message: string, seconds: number) {
    super(message);
    this.name = 'TryAgainLater';
    this.seconds = seconds;
  }
}

export interface JobQueue {
  /** Enqueues a job in the caller's transaction. It runs only if that commits, at once or after some seconds. */
  enqueue<Name extends JobName>(
    tx: Pick<Queryable, 'execute'>,
    name: Name,
    data: JobData[Name],
    afterSeconds?: number,
  ): Promise<void>;
  /** Makes all jobs of a kind due that wait for another attempt. */
  skipDelay(tx: Queryable, name: JobName): Promise<void>;
  /**
   * Whether a job of a kind waits that does not begin before the caller's transaction ends. Those that wait for another
   * attempt become due. Never waits for other transactions.
   */
  hurryWaiting(tx: Queryable, name: JobName): Promise<boolean>;
  /** Wakes the worker after a commit, before its next poll. */
  nudge(): void;
  /**
   * Registers the handler of a kind of job. Call it before `start`. `giveUp` is called instead when servers have ended in
   * all attempts, so that nobody waits for it any more.
   */
  handle<Name extends JobName>(
    name: Name,
    handler: JobHandler<Name>,
    giveUp?: (data: JobData[Name]) => Promise<void>,
  ): void;
  /** Starts working on jobs, including those of dead workers. */
  start(): Promise<void>;
  /** Stops, and returns running jobs to the queue. */
  stop(): Promise<void>;
}
