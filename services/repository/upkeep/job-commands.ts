import { plainWords } from '../../log/describe-error';
import type { JobQueue } from '../context/job-queue';
import { tryUploadAgain } from '../jobs/try-upload-again';
import type { Database, Transaction } from '../store/database';
import {
  findUploadOfJob,
  forgetFailedJob,
  forgottenJobs,
  hurryStuckJob,
  type JobData,
  listStuckJobs,
  type StuckJob,
} from '../store/jobs';
import { findUploadProgress } from '../store/upload-progress';

const usage = `Lists and retries jobs that wait or have failed. Works while the server is running.

  npm run jobs -- list             lists jobs that wait for a retry or have failed permanently, and why
  npm run jobs -- retry            retries all of them now
  npm run jobs -- retry <id>       retries one job, with an id from 'list'

The running server does the work. DOIs have their own command: npm run dois.
`;

export interface JobCommandParts {
  db: Database;
  jobs: JobQueue;
  write(text: string): void;
}

/** Runs one command. Returns its exit code: 0 done, 1 nothing found, 2 wrong arguments. */
export async function runJobCommand(given: string[], parts: JobCommandParts): Promise<number> {
  const [command, id = '', ...surplus] = given;
  if (surplus.length === 0) {
    if (command === 'list' && id === '') return list(parts);
    if (command === 'retry') return retry(parts, id === '' ? 'all' : id);
  }
  parts.write(usage);
  return 2;
}

async function list({ db, write }: JobCommandParts): Promise<number> {
  const stuck = await listStuckJobs(db);
  write(stuck.length === 0 ? 'No job is waiting or has failed.\n' : stuck.map(describe).join(''));
  return 0;
}

/** Only the plain words of a reason are shown, because it may quote cells and names. Mails and their readers are private. */
function describe({ id, name, data, state, createdOn, startAfter, reason }: StuckJob): string {
  const about = forgottenJobs.some((one) => one === name) ? '' : ` ${JSON.stringify(data)}`;
  const when = state === 'failed' ? 'failed permanently' : `retried at ${startAfter.toISOString()}`;
  const why = name === 'send-mail' ? '' : `\n  ${plainWords(reason ?? 'unknown reason')}`;
  return `${id} ${name}${about}: since ${createdOn.toISOString()}, ${when}${why}\n`;
}

async function retry({ db, jobs, write }: JobCommandParts, wanted: string): Promise<number> {
  const stuck = (await listStuckJobs(db)).filter(({ id }) => wanted === 'all' || id === wanted);
  if (stuck.length === 0) {
    write(wanted === 'all' ? 'No job is waiting.\n' : 'There is no such job. `npm run jobs -- list` shows them.\n');
    return wanted === 'all' ? 0 : 1;
  }
  let tried = 0;
  for (const job of stuck) if (await db.transaction((tx) => retryJob(tx, jobs, job))) tried += 1;
  const done = stuck.length - tried;
  if (tried > 0) write(`${jobsAre(tried)} being retried by the running server.\n`);
  if (done > 0) write(`${jobsAre(done)} removed because there is nothing left to do.\n`);
  return 0;
}

function jobsAre(count: number): string {
  return count === 1 ? '1 job is' : `${count} jobs are`;
}

/**
 * Returns whether there was anything to retry. A failed job is enqueued again for what it was about, which may
 * have changed since.
 */
async function retryJob(tx: Transaction, jobs: JobQueue, job: StuckJob): Promise<boolean> {
  if (job.state === 'retry') {
    await hurryStuckJob(tx, job);
    return true;
  }
  await forgetFailedJob(tx, job);
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
    case 'send-mail':
      await jobs.enqueue(tx, 'send-mail', job.data as unknown as JobData['send-mail']);
      return true;
    default:
      return false;
  }
}
