import { setTimeout as delay } from 'node:timers/promises';

import { isBeingCorrected } from '../store/corrections';
import { findUploadProgress } from '../store/upload-progress';
import { awaitChecks } from './await-checks';
import type { RepositoryContext } from './context';

const pollMs = 40;

/** Waits until a corrected file is read or found unreadable, and then for its check, at most `settings.jobWaitMs` each. */
export async function awaitCorrection(repository: RepositoryContext, upload: number): Promise<void> {
  const { db, settings } = repository;
  const deadline = performance.now() + settings.jobWaitMs;
  while (await isBeingCorrected(db, upload)) {
    if (performance.now() + pollMs > deadline) return;
    await delay(pollMs);
  }
  const progress = await findUploadProgress(db, upload);
  await awaitChecks(repository, progress?.tables.map(({ id }) => id) ?? []);
}
