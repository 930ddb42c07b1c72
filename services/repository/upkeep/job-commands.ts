import { plainWords } from '../../log/describe-error';
import type { JobQueue } from '../context/job-queue';
import type { Database } from '../store/database';
import { forgottenJobs, listStuckJobs, type StuckJob } from '../store/jobs';
import { retryAndRecord } from './retry-job';

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

/** Only the plain words of a reason are shown, because it may quote cells and names; of mails only the code. */
function describe({ id, name, data, state, createdOn, startAfter, reason, code }: StuckJob): string {
  const about = forgottenJobs.some((one) => one === name) ? '' : ` ${JSON.stringify(data)}`;
  const when = state === 'failed' ? 'failed permanently' : `retried at ${startAfter.toISOString()}`;
  const why = name === 'send-mail' ? (code ?? 'unknown reason') : plainWords(reason ?? 'unknown reason');
  return `${id} ${name}${about}: since ${createdOn.toISOString()}, ${when}\n  ${why}\n`;
}

async function retry({ db, jobs, write }: JobCommandParts, wanted: string): Promise<number> {
  const stuck = (await listStuckJobs(db)).filter(({ id }) => wanted === 'all' || id === wanted);
  if (stuck.length === 0) {
    write(wanted === 'all' ? 'No job is waiting.\n' : 'There is no such job. `npm run jobs -- list` shows them.\n');
    return wanted === 'all' ? 0 : 1;
  }
  let tried = 0;
  const by = { at: new Date(), actor: null };
  for (const job of stuck) if (await db.transaction((tx) => retryAndRecord(tx, jobs, job, by))) tried += 1;
  const done = stuck.length - tried;
  if (tried > 0) write(`${jobsAre(tried)} being retried by the running server.\n`);
  if (done > 0) write(`${jobsAre(done)} removed because there is nothing left to do.\n`);
  return 0;
}

function jobsAre(count: number): string {
  return count === 1 ? '1 job is' : `${count} jobs are`;
}
