import { correctionRefusal } from '@domain/life/corrections';

import type { Actor, RepositoryContext } from '../context/context';
import { findParts } from '../corrections/lock-study';
import { keepInHistory } from '../editorial/board-state';
import { enqueueMails } from '../mail/enqueue-mails';
import { findOwner, findOwnerAnd } from '../mail/mail-recipients';
import { enqueueNorms } from '../norms/enqueue-norms';
import { forgetShared } from '../publication/forget-shared';
import { updateSearch } from '../search/found-data-sets';
import type { Transaction } from '../store/database';
import { listAcceptedSiblings } from '../store/dois';
import { forgetCurves } from '../store/norm-versions';
import { setRecordDeleted } from '../store/harvest';
import { deleteKeptFilesOf } from '../store/kept-files';
import { lockStudies } from '../store/locks';
import { findProposal, removeProposal } from '../store/metadata-corrections';
import type { UploadProgress } from '../store/upload-progress';
import { seriesOf } from '../store/versions';
import { noRemoval, saveWithdrawal, setWithdrawnAt } from '../store/withdrawals';
import { enqueueRemoval } from './remove-data';

/** What somebody did, and the reason that everybody may read. */
interface PublicAct {
  actor: Actor;
  reason: string;
}

/**
 * Withdraws a data set whose versions are locked: from this transaction on nobody gets its data, finds it or harvests
 * it. Its page, DOI and citation tell when and why.
 */
export async function withdraw(
  tx: Transaction,
  repository: RepositoryContext,
  submission: UploadProgress,
  { actor, reason }: PublicAct,
): Promise<void> {
  const { number, nr } = submission.upload;
  await lockStudies(tx, [submission.study.id]);
  await setWithdrawnAt(tx, number, repository.now());
  await saveWithdrawal(tx, number, { reason, askedReason: null, askedAt: null });
  await keepInHistory(tx, repository, submission, { act: 'withdrew-data', actor, content: { reason } });
  await closeProposal(tx, repository, submission);
  if (nr !== null) {
    await enqueueRemoval(tx, repository, await deleteKeptFilesOf(tx, nr));
    await forgetCurves(tx, nr);
  }
  await mailContributor(tx, repository, submission, { kind: 'dataWithdrawn', reason });
  await tellOthers(tx, repository, submission, true);
}

/** Nobody can consent any more to a correction of a locked study whose accepted data sets are all withdrawn. */
async function closeProposal(tx: Transaction, repository: RepositoryContext, submission: UploadProgress) {
  const { upload, study } = submission;
  const proposal = await findProposal(tx, study.id);
  if (!proposal) return;
  const { accepted } = await findParts(tx, upload.number);
  if (accepted.some((one) => correctionRefusal(one.upload) === null)) return;
  await removeProposal(tx, study.id);
  const { note, changes } = proposal;
  for (const member of accepted) {
    await keepInHistory(tx, repository, member, {
      act: 'withdrew-correction',
      actor: null,
      content: { note, changes },
    });
  }
  const people = await findOwnerAnd(tx, submission, proposal.proposer);
  await enqueueMails(tx, repository, submission, [{ kind: 'correctionClosed', people }]);
}

/**
 * Takes the withdrawal of a data set back, whose versions are locked and whose data is still kept. An open request to
 * remove the data is declined with the same reason.
 */
export async function restore(
  tx: Transaction,
  repository: RepositoryContext,
  submission: UploadProgress,
  { actor, reason }: PublicAct,
): Promise<void> {
  const { number } = submission.upload;
  await lockStudies(tx, [submission.study.id]);
  if (submission.withdrawal?.removalAskedAt) await declineRemovalRequest(tx, repository, submission, { actor, reason });
  await setWithdrawnAt(tx, number, null);
  await saveWithdrawal(tx, number, { reason: null });
  await keepInHistory(tx, repository, submission, { act: 'restored-data', actor, content: { reason } });
  // It may have been withdrawn before its tables were published.
  await repository.jobs.enqueue(tx, 'publish-upload', { upload: number });
  await mailContributor(tx, repository, submission, { kind: 'dataRestored', reason });
  await tellOthers(tx, repository, submission, false);
}

/** Declines the open request to remove the data of a locked data set; its contributor gets the reason. */
export async function declineRemovalRequest(
  tx: Transaction,
  repository: RepositoryContext,
  submission: UploadProgress,
  { actor, reason }: PublicAct,
): Promise<void> {
  await saveWithdrawal(tx, submission.upload.number, noRemoval);
  await keepInHistory(tx, repository, submission, { act: 'declined-removal', actor, content: { reason } });
  await mailContributor(tx, repository, submission, { kind: 'removalDeclined', reason });
}

async function mailContributor(
  tx: Transaction,
  repository: RepositoryContext,
  submission: UploadProgress,
  { kind, reason }: { kind: 'dataWithdrawn' | 'dataRestored' | 'removalDeclined'; reason: string },
): Promise<void> {
  const people = await findOwner(tx, submission);
  await enqueueMails(tx, repository, submission, [{ kind, people, letter: reason }]);
}

/** Search, DataCite and harvesters. The DOIs of a study refer to each other, but not to what is withdrawn. */
async function tellOthers(
  tx: Transaction,
  repository: RepositoryContext,
  { upload }: UploadProgress,
  isWithdrawn: boolean,
): Promise<void> {
  const { number, nr, study } = upload;
  const siblings = await listAcceptedSiblings(tx, { number, study });
  for (const one of [number, ...siblings.map((sibling) => sibling.number)]) {
    await repository.jobs.enqueue(tx, 'register-doi', { upload: one });
  }
  await forgetShared(tx, repository, [number]);
  await enqueueNorms(tx, repository);
  await updateSearch(tx, seriesOf(upload));
  if (nr !== null) await setRecordDeleted(tx, nr, isWithdrawn);
}
