import { recordAct } from '../../audit/audit';
import { plainWords } from '../../log/describe-error';
import type { JobQueue } from '../context/job-queue';
import { tryUploadAgain } from '../jobs/try-upload-again';
import type { Transaction } from '../store/database';
import { findUploadOfJob, forgetFailedJob, hurryStuckJob, type JobData, type StuckJob } from '../store/jobs';
import { findUploadProgress } from '../store/upload-progress';

/**
 * Retries a job that waits or has failed, in the caller's transaction. Returns whether there was anything to retry. A
 * failed job is enqueued again for what it was about, which may have changed since. Of two calls at once only one does
 * it.
 */
export async function retryJob(tx: Transaction, jobs: JobQueue, job: StuckJob): Promise<boolean> {
  if (job.state === 'retry') return hurryStuckJob(tx, job);
  if (!(await forgetFailedJob(tx, job))) return false;
  switch (job.name) {
    case 'ingest-file':
    case 'check-table': {
      const upload = await findUploadOfJob(tx, job);
      const progress = upload === null ? null : await findUploadProgress(tx, upload);
      return progress !== null && tryUploadAgain(tx, jobs, progress);
    }
    case 'publish-upload':
      await jobs.enqueue(tx, 'publish-upload', job.data as unknown as JobData['publish-upload']);
      return true;
    case 'mail-searches':
      await jobs.enqueue(tx, 'mail-searches', job.data as unknown as JobData['mail-searches']);
      return true;
    case 'delete-person':
      await jobs.enqueue(tx, 'delete-person', job.data as unknown as JobData['delete-person']);
      return true;
    case 'remove-objects':
      await jobs.enqueue(tx, 'remove-objects', job.data as unknown as JobData['remove-objects']);
      return true;
    case 'purge-caches':
      await jobs.enqueue(tx, 'purge-caches', job.data as unknown as JobData['purge-caches']);
      return true;
    case 'make-norms':
      await jobs.enqueue(tx, 'make-norms', {});
      return true;
    case 'send-mail':
      await jobs.enqueue(tx, 'send-mail', job.data as unknown as JobData['send-mail']);
      return true;
    case 'assign-experts':
      await jobs.enqueue(tx, 'assign-experts', job.data as unknown as JobData['assign-experts']);
      return true;
    default:
      return false;
  }
}

/**
 * Retries a job and records that in the audit, with its kind and upload, because its id leads nowhere once it is done.
 * `actor` null: the operator's command. Returns whether there was anything to retry.
 */
export async function retryAndRecord(
  tx: Transaction,
  jobs: JobQueue,
  job: StuckJob,
  { at, actor }: { at: Date; actor: string | null },
): Promise<boolean> {
  const upload = typeof job.data.upload === 'number' ? job.data.upload : await findUploadOfJob(tx, job);
  if (!(await retryJob(tx, jobs, job))) return false;
  const after = { job: job.name, ...(upload === null ? {} : { upload }) };
  await recordAct(tx, { at, actor, act: 'job-retried', object: job.id, after });
  return true;
}

/** Why a job waits or has failed: its code and the plain words of its message, which may quote cells and names. */
export function reasonOf({ code, reason }: Pick<StuckJob, 'code' | 'reason'>): string {
  return [code, reason === null ? null : plainWords(reason)].filter(Boolean).join(': ');
}
