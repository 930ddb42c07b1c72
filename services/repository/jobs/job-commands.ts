import { plainWords } from '../../log/plain-words';
import type { Database } from '../store/database';
import { findUploadOfJob, forgetFailedJob, hurryStuckJob, listStuckJobs, type StuckJob } from '../store/stuck-work';
import { findUploadProgress } from '../store/upload-progress';
import { tryUploadAgain } from '../usecases/try-again';
import type { JobData, JobQueue } from './job-queue';

const usage = `Lists and retries jobs that wait or have failed, even while the server is running.

  npm run jobs -- list             what waits for another attempt, what has failed permanently, and why
  npm run jobs -- retry            tries all of it again at once
  npm run jobs -- retry <id>       the same for one job, by the id that 'list' shows

The running server does the work. DOIs have a command of their own: npm run dois.
`;

export interface JobCommandParts {
  db: Database;
  jobs: JobQueue;
  write(text: string): void;
}

/** Runs one command. Returns the exit code: 0 done, 1 nothing found, 2 not understood. */
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
  write(stuck.length === 0 ? 'No jobs are waiting or have failed.\n' : stuck.map(describe).join(''));
  return 0;
}

/** Reasons may quote cells and names: only their plain words are told. A mail is its reader's alone. */
function describe({ id, name, data, state, createdOn, startAfter, reason }: StuckJob): string {
  const about = name === 'send-mail' ? '' : ` ${JSON.stringify(data)}`;
  const when = state === 'failed' ? 'failed permanently' : `tried again ${startAfter.toISOString()}`;
  const why = name === 'send-mail' ? '' : `\n  ${plainWords(reason ?? 'no reason is known')}`;
  return `${id} ${name}${about}: since ${createdOn.toISOString()}, ${when}${why}\n`;
}

async function retry({ db, jobs, write }: JobCommandParts, wanted: string): Promise<number> {
  const stuck = (await listStuckJobs(db)).filter(({ id }) => wanted === 'all' || id === wanted);
  if (stuck.length === 0) {
    write(wanted === 'all' ? 'Nothing waits.\n' : 'There is no such job. `npm run jobs -- list` shows them.\n');
    return wanted === 'all' ? 0 : 1;
  }
  let tried = 0;
  for (const job of stuck) if (await db.transaction((tx) => retryJob(tx, jobs, job))) tried += 1;
  const done = stuck.length - tried;
  if (tried > 0) write(`${jobsAre(tried)} tried again by the running server.\n`);
  if (done > 0) write(`${jobsAre(done)} removed, because there is nothing left to do.\n`);
  return 0;
}

function jobsAre(count: number): string {
  return count === 1 ? '1 job is' : `${count} jobs are`;
}

/** Whether there was anything to try again. A failed job is asked for anew by what it was about, which may have changed since. */
async function retryJob(
  tx: Parameters<Parameters<Database['transaction']>[0]>[0],
  jobs: JobQueue,
  job: StuckJob,
): Promise<boolean> {
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
    case 'send-mail':
      await jobs.enqueue(tx, 'send-mail', job.data as unknown as JobData['send-mail']);
      return true;
    default:
      return false;
  }
}
