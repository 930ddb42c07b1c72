import { setTimeout as delay } from 'node:timers/promises';

import { forgetReads } from '../../database/read-once';
import { isBeingCorrected } from '../store/corrections';
import { listReadTables } from '../store/files';
import { countRunningChecks } from '../store/mapping';
import { findUploadProgress } from '../store/upload-progress';
import type { RepositoryContext } from './context';

/** Shortest time between two queries. The job may run in another process, so the database is asked. */
const pollMs = 40;
/** The time between two queries as a share of the time that has passed, because what takes long is not missed by much. */
const pollShare = 0.25;

/** Asks until `isDone` holds for the answer, at most `settings.jobWaitMs`; returns the last answer. */
async function poll<T>(
  { settings }: RepositoryContext,
  ask: () => Promise<T>,
  isDone: (answer: T) => boolean,
): Promise<T> {
  const begun = performance.now();
  for (;;) {
    const answer = await ask();
    const passedMs = performance.now() - begun;
    if (isDone(answer) || passedMs + pollMs > settings.jobWaitMs) return answer;
    await delay(Math.min(Math.max(pollMs, passedMs * pollShare), settings.jobWaitMs - passedMs));
    forgetReads();
  }
}

/** Waits for the checks of some tables. Returns whether they have ended. */
export async function awaitChecks(repository: RepositoryContext, tables: number[]): Promise<boolean> {
  const running = await poll(
    repository,
    () => countRunningChecks(repository.db, tables),
    (count) => count === 0,
  );
  return running === 0;
}

/**
 * Waits until the files of new uploads are read or found unreadable. Returns the table names of those that are,
 * by upload number.
 */
export function awaitReading(repository: RepositoryContext, numbers: number[]): Promise<Map<number, string[]>> {
  return poll(
    repository,
    () => listReadTables(repository.db, numbers),
    (read) => read.size === numbers.length,
  );
}

/** Waits until a corrected file is read or found unreadable, and then for its check. */
export async function awaitCorrection(repository: RepositoryContext, upload: number): Promise<void> {
  const isRunning = await poll(
    repository,
    () => isBeingCorrected(repository.db, upload),
    (running) => !running,
  );
  if (isRunning) return;
  const progress = await findUploadProgress(repository.db, upload);
  await awaitChecks(repository, progress?.tables.map(({ id }) => id) ?? []);
}
