import type { Actor, RepositoryContext } from '../context/context';
import { keepInHistory } from '../editorial/board-state';
import { enqueueMails } from '../mail/enqueue-mails';
import { findOwner } from '../mail/mail-recipients';
import type { Transaction } from '../store/database';
import { lockStudies, lockUploads } from '../store/locks';
import { removeDataRows } from '../store/remove-data';
import { releaseTitle } from '../store/studies';
import type { UploadProgress } from '../store/upload-progress';
import { listCopiesOf, noRemoval, saveWithdrawal } from '../store/withdrawals';

/**
 * Removes the data of a locked withdrawn data set for good; `actor` is null when its time is over. The rows go in this
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
  await lockUploads(tx, copies);
  await lockStudies(tx, [study.id]);
  const keys = await removeDataRows(tx, upload);
  // A new version in progress can get another file.
  for (const number of copies) keys.push(...(await removeDataRows(tx, { number, nr: null })));
  await saveWithdrawal(tx, upload.number, { removedAt: repository.now(), ...noRemoval });
  await releaseTitle(tx, study.id);
  await keepInHistory(tx, repository, submission, { act: 'removed-data', actor });
  await enqueueRemoval(tx, repository, keys);
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
