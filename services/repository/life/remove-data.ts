import type { Actor, RepositoryContext } from '../context/context';
import { keepInHistory } from '../editorial/board-state';
import { enqueueMails } from '../mail/enqueue-mails';
import { findOwner } from '../mail/mail-recipients';
import { forgetShared } from '../publication/forget-shared';
import { RetryTransaction, type Transaction } from '../store/database';
import { lockStudies, lockUploads } from '../store/locks';
import { removeDataRows } from '../store/remove-data';
import { releaseTitle } from '../store/studies';
import type { UploadProgress } from '../store/upload-progress';
import { listCopiesOf, noRemoval, saveWithdrawal } from '../store/withdrawals';

/**
 * Locks uploads with those that are not public and have the very file of one of them, `number`, in one
 * order.
 */
export async function lockWithCopies(tx: Transaction, number: number, others: readonly number[]): Promise<void> {
  const copies = await listCopiesOf(tx, number);
  await lockUploads(tx, [...others, number, ...copies]);
  // What has got the file in the meantime cannot be locked in the order of numbers any more.
  if ((await listCopiesOf(tx, number)).some((one) => !copies.includes(one))) throw new RetryTransaction();
}

/**
 * Removes the data of a withdrawn data set, locked by `lockWithCopies`, for good; `actor` is null when its time is over. The rows go in this
 * transaction, the objects in jobs that it enqueues, so that nothing comes back whenever the server is killed.
 */
export async function removeData(
  tx: Transaction,
  repository: RepositoryContext,
  submission: UploadProgress,
  actor: Actor | null,
): Promise<void> {
  const { upload, study } = submission;
  const copies = await listCopiesOf(tx, upload.number);
  await lockStudies(tx, [study.id]);
  const keys = await removeDataRows(tx, upload);
  // A new version in progress can get another file.
  for (const number of copies) keys.push(...(await removeDataRows(tx, { number, nr: null })));
  await saveWithdrawal(tx, upload.number, { removedAt: repository.now(), ...noRemoval });
  await releaseTitle(tx, study.id);
  await keepInHistory(tx, repository, submission, { act: 'removed-data', actor });
  await enqueueRemoval(tx, repository, keys);
  await forgetShared(tx, repository, [upload.number]);
  const people = await findOwner(tx, submission);
  await enqueueMails(tx, repository, submission, [{ kind: 'dataRemoved', people }]);
}

/** Keys in the data of one job. */
const keysPerJob = 500;

/** Enqueues the removal of objects whose rows this transaction removes. Those that others need stay. */
export async function enqueueRemoval(
  tx: Transaction,
  { jobs }: Pick<RepositoryContext, 'jobs'>,
  keys: readonly string[],
): Promise<void> {
  for (let at = 0; at < keys.length; at += keysPerJob) {
    await jobs.enqueue(tx, 'remove-objects', { keys: keys.slice(at, at + keysPerJob) });
  }
}
