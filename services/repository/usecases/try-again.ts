import { isBeingRead } from '@domain/file-state';

import { retryableFailures } from '../ingest/file-failure';
import { hurryJob } from '../jobs/waiting-jobs';
import type { JobQueue } from '../jobs/job-queue';
import type { Transaction } from '../store/database';
import { findComingFile } from '../store/corrections';
import { restartReading } from '../store/readings';
import type { UploadProgress } from '../store/upload-progress';
import type { Actor, RepositoryContext } from './context';
import { lockEditableUpload } from './find-source-table';
import { startChecks } from './start-checks';

/**
 * Has an upload's reading or check tried again now: one that waits for its next attempt, has failed because
 * of us, or has lost its job. Refuses with 'not-found', and with 'upload-submitted'.
 */
export async function tryAgain(actor: Actor, repository: RepositoryContext, id: string): Promise<void> {
  const { db, jobs } = repository;
  await db.transaction(async (tx) => {
    const progress = await lockEditableUpload(actor, tx, id);
    await tryUploadAgain(tx, jobs, progress);
  });
  jobs.nudge();
}

/** Tries what of an upload is not done again, in the caller's transaction; whether there was anything. */
export async function tryUploadAgain(
  tx: Transaction,
  jobs: JobQueue,
  { upload, file, tables }: UploadProgress,
): Promise<boolean> {
  let isAnything = false;
  const coming = await findComingFile(tx, upload.number);
  for (const each of coming ? [file, coming] : [file]) {
    const isRetryable = retryableFailures.has(each.failureCode ?? '') && each.state === 'failed';
    if (!isBeingRead(each.state) && !isRetryable) continue;
    // Of a corrected file that has failed nothing is kept.
    if (isRetryable && each !== file) continue;
    isAnything = true;
    if (isBeingRead(each.state) && (await hurryJob(tx, 'ingest-file', { file: each.id }))) continue;
    await restartReading(tx, each.id);
    await jobs.enqueue(tx, 'ingest-file', { file: each.id });
  }
  for (const table of tables) {
    if (table.checkState !== 'running' && table.checkState !== 'failed') continue;
    isAnything = true;
    const job = { table: table.id, revision: table.mappingRevision };
    if (table.checkState === 'running' && (await hurryJob(tx, 'check-table', job))) continue;
    await startChecks(tx, jobs, [table]);
  }
  return isAnything;
}
