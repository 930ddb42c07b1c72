import type { Queryable } from '../store/database';
import type { JobData, JobName } from '../store/jobs';

/**
 * Whether a failure of this attempt is final, and the job not tried again: time to tell the user, in the
 * record the job works on.
 */
export type IsFinal = (error: unknown) => boolean;

/** Does a job. `signal` says that the server stops or another worker has taken over. */
export type JobHandler<Name extends JobName> = (
  data: JobData[Name],
  signal: AbortSignal,
  isFinal: IsFinal,
) => Promise<void>;

/** A failure that should not be tried again before `seconds` have passed; the usual pause may be longer. */
export class TryAgainLater extends Error {
  readonly seconds: number;

  constructor(message: string, seconds: number) {
    super(message);
    this.name = 'TryAgainLater';
    this.seconds = seconds;
  }
}

export interface JobQueue {
  /** Files a job in the caller's transaction: it runs if and only if that commits. */
  enqueue<Name extends JobName>(tx: Queryable, name: Name, data: JobData[Name]): Promise<void>;
  /** Makes jobs of a kind due that wait for another attempt. */
  hurry(tx: Queryable, name: JobName): Promise<void>;
  /** Wakes the worker after a commit, so that nobody waits for its next poll. */
  nudge(): void;
  /** Says what a job does; before `start`. */
  handle<Name extends JobName>(name: Name, handler: JobHandler<Name>): void;
  /** Takes up jobs, those of dead workers included. */
  start(): Promise<void>;
  /** Hands running jobs back and stops. */
  stop(): Promise<void>;
}
