import { failuresOfOurs, isBeingRead } from '@domain/file-state';

import { startChecks } from '../checks/start-checks';
import type { JobQueue } from '../context/job-queue';
import { findPendingFile } from '../store/corrections';
import type { Transaction } from '../store/database';
import { hurryJob } from '../store/jobs';
import { restartReading } from '../store/readings';
import type { UploadProgress } from '../store/upload-progress';

/** Retries whatever is unfinished for an upload, in the caller's transaction. Returns whether there was anything. */
export async function tryUploadAgain(
  tx: Transaction,
  jobs: JobQueue,
  { upload, file, tables }: UploadProgress,
): Promise<boolean> {
  let isAnything = false;
  const pending = await findPendingFile(tx, upload.number);
  for (const each of pending ? [file, pending] : [file]) {
    const isRetryable = failuresOfOurs.includes(each.failureCode ?? '') && each.state === 'failed';
    if (!isBeingRead(each.state) && !isRetryable) continue;
    // The object of a corrected file that failed has been removed.
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
