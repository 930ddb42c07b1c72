import { setTimeout as delay } from 'node:timers/promises';

import { listReadTables } from '../store/files';
import { countRunningChecks } from '../store/mapping';
import type { RepositoryContext } from './context';

/** Time between two looks at the database, which may be served by another process than the check. */
const pollMs = 40;

/** Waits for the checks of some tables, at most `settings.jobWaitMs`; whether they have ended. */
export async function awaitChecks({ db, settings }: RepositoryContext, tables: number[]): Promise<boolean> {
  const deadline = performance.now() + settings.jobWaitMs;
  while ((await countRunningChecks(db, tables)) > 0) {
    if (performance.now() + pollMs > deadline) return false;
    await delay(pollMs);
  }
  return true;
}

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
