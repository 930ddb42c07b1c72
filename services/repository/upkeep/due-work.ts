import type { RepositoryContext } from '../context/context';
import { listWaitingDois } from '../store/dois';
import { listUnpublished } from '../store/published-data-sets';

/**
 * Files the publication of every accepted upload that is not published yet. Called when the server starts
 * and once a day: the job leaves those alone whose embargo lasts.
 */
export async function publishDueUploads({ db, jobs }: RepositoryContext): Promise<void> {
  const due = await listUnpublished(db);
  if (due.length === 0) return;
  await db.transaction(async (tx) => {
    for (const upload of due) await jobs.enqueue(tx, 'publish-upload', { upload });
  });
  jobs.nudge();
}

/**
 * Files the registration of every DOI that is not what the status of its upload asks for and has no job:
 * one whose attempts are used up is asked for again. Called once a day, and with `atOnce`, when the
 * server starts and when the operator says so, those that wait for another attempt are made due as well:
 * settings may have been mended. Answers how many waited.
 */
export async function registerDueDois(
  { db, jobs }: Pick<RepositoryContext, 'db' | 'jobs'>,
  { atOnce }: { atOnce: boolean },
): Promise<number> {
  const waiting = await db.transaction(async (tx) => {
    const found = await listWaitingDois(tx);
    if (atOnce) await jobs.hurry(tx, 'register-doi');
    for (const { upload, isQueued } of found) {
      if (!isQueued) await jobs.enqueue(tx, 'register-doi', { upload });
    }
    return found.length;
  });
  if (waiting > 0) jobs.nudge();
  return waiting;
}
