import { setTimeout as delay } from 'node:timers/promises';

import { listReadTables } from '../store/files';
import type { RepositoryContext } from './context';

const pollMs = 40;

/**
 * Waits until the files of new uploads are read or found unreadable, at most `settings.jobWaitMs`;
 * answers the names of the tables of those that are, by upload number.
 */
export async function awaitReading(
  { db, settings }: RepositoryContext,
  numbers: number[],
): Promise<Map<number, string[]>> {
  const deadline = performance.now() + settings.jobWaitMs;
  for (;;) {
    const read = await listReadTables(db, numbers);
    if (read.size === numbers.length || performance.now() + pollMs > deadline) return read;
    await delay(pollMs);
  }
}
