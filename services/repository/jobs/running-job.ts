import type { JobName } from '@domain/job-names';

import type { IsFinal } from '../context/job-queue';
import type { OutageNote } from './leases';

/** The handler of a kind of job, whatever its data (`JobQueue.handle`). */
export interface AnyHandler {
  run: (data: unknown, signal: AbortSignal, isFinal: IsFinal, id: string) => Promise<void>;
  giveUp?: (data: unknown) => Promise<void>;
}

/** A job that a worker of this process has begun. */
export interface RunningJob {
  id: string;
  name: JobName;
  /** Owner of the upload; '' if there is none. */
  owner: string;
  data: unknown;
  /** Outage that its previous attempts met; null if none. */
  outage: OutageNote | null;
  /** Servers have ended in all its attempts. It may be the cause, so it is not tried again. */
  isGivenUp: boolean;
  isFinal: IsFinal;
  abort: AbortController;
  done: Promise<void>;
}
