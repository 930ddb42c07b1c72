import { setTimeout as delay } from 'node:timers/promises';

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
