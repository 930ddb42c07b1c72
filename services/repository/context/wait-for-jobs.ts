import { setTimeout as delay } from 'node:timers/promises';

import { isBeingCorrected } from '../store/corrections';
import { listReadTables } from '../store/files';
import { countRunningChecks } from '../store/mapping';
import { findUploadProgress } from '../store/upload-progress';
import type { RepositoryContext } from './context';

/** Time between two queries. The job may run in another process, so the database is asked. */
const pollMs = 40;

/** Asks until `isDone` holds for the answer, at most `settings.jobWaitMs`; returns the last answer. */
async function poll<T>(
  { settings }: RepositoryContext,
  ask: () => Promise<T>,
  isDone: (answer: T) => boolean,
): Promise<T> {
  const deadline = performance.now() + settings.jobWaitMs;
  for (;;) {
    const answer = await ask();
    if (isDone(answer) || performance.now() + pollMs > deadline) return answer;
    await delay(pollMs);
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
