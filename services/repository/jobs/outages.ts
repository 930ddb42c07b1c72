import { isOutage } from '@domain/outage';

import { TryAgainLater } from '../context/job-queue';
import type { OutageNote } from './leases';

/** Period for which a job is retried during an outage. The delay doubles from the first to the longest. */
const outageMs = 24 * 60 * 60 * 1000;
const firstPauseSeconds = 5;
const longestPauseSeconds = 600;

/** Whether a failure is an outage to wait for. A TryAgainLater has its own delay, whatever its cause. */
export function isOutageToWaitFor(error: unknown): boolean {
  return isOutage(error) && !(error instanceof TryAgainLater);
}

/** The outage that previous attempts of a job met, from its stored output; null if none. */
export function outageOf(output: unknown): OutageNote | null {
  return (output as { outage?: OutageNote } | null)?.outage ?? null;
}

/** Whether an outage has lasted so long that its job is given up. */
export function isOver(outage: OutageNote | null): boolean {
  return outage !== null && Date.now() - Date.parse(outage.since) >= outageMs;
}

/** Delay after so many failures because of an outage, in seconds. */
export function pauseSeconds(tries: number): number {
  return Math.min(firstPauseSeconds * 2 ** tries, longestPauseSeconds);
}
