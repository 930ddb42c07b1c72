import { lastKeptDay } from '@domain/life/withdrawal-rules';
import { localDay } from '@domain/local-time';
import { isUnderEmbargo } from '@domain/metadata/embargo';

import type { RepositoryContext } from '../context/context';
import { reviewMs } from '../editorial/board-state';
import { sendLetter } from '../editorial/decision-letter';
import type { Queryable, Transaction } from '../store/database';
import { lockWithCopies, removeData } from '../life/remove-data';
import { listWaitingDois } from '../store/dois';
import { listStuckJobs } from '../store/jobs';
import { findLetter, listUnsentLetters } from '../store/letters';
import { lockUploads } from '../store/locks';
import { listUnpublished } from '../store/published-data-sets';
import { listOwnersWithNews } from '../store/saved-searches';
import { findUploadProgress } from '../store/upload-progress';
import { listKeptWithdrawn } from '../store/withdrawals';
import { retryJob } from './retry-job';

/**
 * Enqueues the publication of all accepted uploads that are not published, have no job and are not under an embargo.
 * Called at the start of the server and every hour. The job itself sees to it that each is published once.
 */
export async function publishDueUploads({ db, jobs, now, settings }: RepositoryContext): Promise<void> {
  const today = localDay(now(), settings.timeZone);
  const waiting = await listUnpublished(db, { withJobs: false });
  const due = waiting.flatMap(({ number, metadata }) => (isUnderEmbargo(metadata, today) ? [] : number));
  if (due.length === 0) return;
  await db.transaction(async (tx) => {
    for (const upload of due) await jobs.enqueue(tx, 'publish-upload', { upload });
  });
  jobs.nudge();
}

/** What decides which DOIs wait. */
export interface DoiContext extends Pick<RepositoryContext, 'db' | 'jobs'> {
  settings: Pick<RepositoryContext['settings'], 'withdrawal'>;
}

/** Does what `enqueueDueDois` says in a transaction of its own. Called at the start of the server and once a day. */
export async function registerDueDois(context: DoiContext, { atOnce }: { atOnce: boolean }): Promise<number> {
  const waiting = await context.db.transaction((tx) => enqueueDueDois(tx, context, { atOnce }));
  if (waiting > 0) context.jobs.nudge();
  return waiting;
}

/**
 * Enqueues the registration of every DOI that does not match the state of its upload and has no job, as after its last
 * attempt, in the caller's transaction. With `atOnce`, waiting jobs become due too: at the start of the server and on an
 * operator's request, because the settings may have been corrected. Returns how many DOIs wait.
 */
export async function enqueueDueDois(
  tx: Transaction,
  { jobs, settings }: Omit<DoiContext, 'db'>,
  { atOnce }: { atOnce: boolean },
): Promise<number> {
  const found = await listWaitingDois(tx, { hidesWithdrawn: !settings.withdrawal.isDoiFindable });
  if (atOnce) await jobs.skipDelay(tx, 'register-doi');
  for (const { upload, isQueued } of found) {
    if (!isQueued) await jobs.enqueue(tx, 'register-doi', { upload });
  }
  return found.length;
}

/**
 * Removes the data of withdrawn data sets of which the last day is over on which it is kept. Called at the start of the
 * server and once a day. A removal that fails is reported and does not keep the others waiting.
 */
export async function removeDueData(repository: RepositoryContext, report: (error: unknown) => void): Promise<void> {
  const { db, jobs, now, settings } = repository;
  const today = localDay(now(), settings.timeZone);
  const listDue = async (from: Queryable) =>
    (await listKeptWithdrawn(from)).flatMap(({ number, withdrawnAt }) =>
      lastKeptDay(withdrawnAt, settings) < today ? number : [],
    );
  const due = await listDue(db);
  for (const number of due) {
    const remove = async (tx: Transaction) => {
      await lockWithCopies(tx, number, []);
      // It may have been restored, or another server was quicker.
      if (!(await listDue(tx)).includes(number)) return;
      const submission = await findUploadProgress(tx, number);
      if (submission) await removeData(tx, repository, submission, null);
    };
    await db.transaction(remove).catch(report);
  }
  if (due.length > 0) jobs.nudge();
}

/**
 * Enqueues a job for every user whose saved searches may find something that was published since their last mail.
 * Called at the start of the server and once a day. The job itself sees to it that nobody gets two mails on a day.
 */
export async function mailSavedSearches({ db, jobs }: Pick<RepositoryContext, 'db' | 'jobs'>): Promise<void> {
  const owners = await listOwnersWithNews(db);
  if (owners.length === 0) return;
  await db.transaction(async (tx) => {
    for (const owner of owners) await jobs.enqueue(tx, 'mail-searches', { owner });
  });
  jobs.nudge();
}

/**
 * Sends the letters about decisions that the chair has not sent within the time for a review, or all of them if the
 * chair is not asked any more. Called at the start of the server and once a day. Two servers send each letter once. A
 * letter that fails is reported and does not keep the others waiting.
 */
export async function sendDueLetters(repository: RepositoryContext, report: (error: unknown) => void): Promise<void> {
  const { db, jobs, now, settings } = repository;
  const waitMs = settings.board.letterByChair ? reviewMs(settings) : 0;
  const due = await listUnsentLetters(db, new Date(now().getTime() - waitMs));
  for (const number of due) {
    const send = async (tx: Transaction) => {
      await lockUploads(tx, [number]);
      const letter = await findLetter(tx, number);
      const submission = await findUploadProgress(tx, number);
      if (letter?.sentAt === null && submission) await sendLetter(tx, repository, submission, { ...letter, by: null });
    };
    await db.transaction(send).catch(report);
  }
  if (due.length > 0) jobs.nudge();
}

/**
 * Retries the deletions of people that have failed for good. Nobody can order them again, because the accounts are gone,
 * and the archive keeps their jobs for a few days only. Called at the start of the server and once a day.
 */
export async function resumeDeletions({ db, jobs }: Pick<RepositoryContext, 'db' | 'jobs'>): Promise<void> {
  const stuck = await listStuckJobs(db, { only: 'delete-person' });
  const failed = stuck.filter(({ state }) => state === 'failed');
  for (const job of failed) await db.transaction((tx) => retryJob(tx, jobs, job));
  if (failed.length > 0) jobs.nudge();
}
