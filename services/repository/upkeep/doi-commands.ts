import { formatUploadId } from '@domain/upload-id';

import { recordAct } from '../../audit/audit';
import type { RepositoryContext } from '../context/context';
import type { Database } from '../store/database';
import { listTestDois, listWaitingDois, type WaitingDoi } from '../store/dois';
import { type DoiContext, enqueueDueDois } from './due-work';

const usage = `Lists and retries DOIs that wait for registration. Works while the server is running.

  npm run dois -- list              lists waiting DOIs, since when and why, and data sets with a test DOI
  npm run dois -- retry             retries all waiting DOIs now
  npm run dois -- register <nr>     registers a published data set that has a test DOI with DataCite
  npm run dois -- register all      registers all of them; a registration is permanent

The running server does the work, with its own settings (DATACITE_…).
`;

export interface DoiCommandParts {
  db: Database;
  jobs: RepositoryContext['jobs'];
  /** Whether an account at DataCite is configured. */
  hasAccount: boolean;
  settings: DoiContext['settings'];
  write(text: string): void;
}

/** Runs one command. Returns its exit code: 0 done, 1 refused with a message, 2 wrong arguments. */
export async function runDoiCommand(given: string[], parts: DoiCommandParts): Promise<number> {
  const [command, subject = '', ...surplus] = given;
  if (surplus.length === 0) {
    if (command === 'list' && subject === '') return list(parts);
    if (command === 'retry' && subject === '') return retry(parts);
    if (command === 'register' && /^(all|[1-9]\d{0,8})$/.test(subject)) return register(parts, subject);
  }
  parts.write(usage);
  return 2;
}

async function list({ db, settings, write }: DoiCommandParts): Promise<number> {
  const waiting = await listWaitingDois(db, { hidesWithdrawn: !settings.withdrawal.isDoiFindable });
  const tests = await listTestDois(db);
  write(waiting.length === 0 ? 'No DOI is waiting.\n' : waiting.map(describe).join(''));
  if (tests.length > 0) {
    write(`Test DOIs of published data sets, not registered with DataCite: ${tests.length}\n`);
    write(tests.map(({ nr, doi }) => `  data set ${nr}: ${doi}\n`).join(''));
  }
  return 0;
}

function describe({ upload, kind, nr, status, reason, isRefusal, since, triedAt }: WaitingDoi): string {
  const head = `${formatUploadId(upload, kind)} ${status}${nr === null ? '' : `, data set ${nr}`}`;
  if (reason === null || !since || !triedAt) return `${head}: not tried yet\n`;
  const when = `since ${since.toISOString()}, last tried ${triedAt.toISOString()}`;
  return `${head}: ${isRefusal ? 'refused' : 'not reachable'} ${when}\n  ${reason}\n`;
}

async function retry({ db, jobs, settings, write }: DoiCommandParts): Promise<number> {
  const waiting = await db.transaction(async (tx) => {
    const found = await enqueueDueDois(tx, { jobs, settings }, { atOnce: true });
    if (found > 0) await recordAct(tx, { at: new Date(), actor: null, act: 'doi-retried' });
    return found;
  });
  write(`${doisAre(waiting)} being retried by the running server.\n`);
  return 0;
}

async function register({ db, jobs, hasAccount, write }: DoiCommandParts, subject: string): Promise<number> {
  if (!hasAccount) {
    write('No DataCite account is configured. Set DATACITE_API_URL and the other settings first.\n');
    return 1;
  }
  const chosen = (await listTestDois(db)).filter(({ nr }) => subject === 'all' || String(nr) === subject);
  if (chosen.length === 0) {
    write('No published data set with a test DOI was found. `npm run dois -- list` shows them.\n');
    return 1;
  }
  await db.transaction(async (tx) => {
    for (const { upload, kind } of chosen) {
      await jobs.enqueue(tx, 'register-doi', { upload, anew: true });
      const object = formatUploadId(upload, kind);
      await recordAct(tx, { at: new Date(), actor: null, act: 'doi-retried', object });
    }
  });
  write(`${doisAre(chosen.length)} being registered by the running server; 'list' shows the result.\n`);
  return 0;
}

function doisAre(count: number): string {
  return count === 1 ? '1 DOI is' : `${count} DOIs are`;
}
