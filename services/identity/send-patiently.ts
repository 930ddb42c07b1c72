import { setTimeout as pause } from 'node:timers/promises';

import { isOutage } from '@domain/outage';

/** Between the attempts to send one mail: a server that is being started anew is back within them. */
export const mailPausesMs: readonly number[] = [5_000, 30_000, 120_000];

/**
 * Sends, and while what it needs is away, again after each pause; throws the last error. What `stopping` tells
 * of does not wait for the next attempt.
 */
export async function sendPatiently(
  send: () => Promise<void>,
  { pausesMs, stopping }: { pausesMs: readonly number[]; stopping: AbortSignal },
): Promise<void> {
  for (const pauseMs of pausesMs) {
    try {
      return await send();
    } catch (error) {
      if (!isOutage(error)) throw error;
      await pause(pauseMs, undefined, { signal: stopping }).catch(() => {});
      if (stopping.aborted) throw error;
    }
  }
  await send();
}
