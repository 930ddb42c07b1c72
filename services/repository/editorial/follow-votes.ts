import { tieRoundsToDecide } from '@domain/board/act-rules';
import { Refusal } from '@domain/error-codes';
import type { UploadStatus } from '@domain/upload-status';

import type { RepositoryContext } from '../context/context';
import { listChairs } from '../context/list-experts';
import { enqueueMails } from '../mail/enqueue-mails';
import { mailChairs } from '../mail/mail-chairs';
import { changeSeat, listHolders, setTie } from '../store/board';
import type { Transaction } from '../store/database';
import { listAcceptedSiblings } from '../store/dois';
import { lockStudies } from '../store/locks';
import { findPeople } from '../store/people';
import { releaseTitle } from '../store/studies';
import { nextPublicNumber, releaseFiles, setUploadStatus, type VoteRecord } from '../store/submissions';
import type { UploadProgress } from '../store/upload-progress';
import { findNewVersion, isFormerWithdrawn, listAcceptedVersions, seriesOf } from '../store/versions';
import { dueDay, haveNotes, keepInHistory } from './board-state';
import { keepLetter } from './decision-letter';

/**
 * Applies a decision, or the result of the votes, to a locked submission, in the transaction that saved them. Accepted:
 * assigns the public number and publishes. Rejected: releases its title and file. Pending: notifies both experts. Mails, DOIs and
 * publication are enqueued as jobs. Refuses with 'former-withdrawn' to accept a version while the one that it continues is
 * withdrawn.
 */
export async function followVotes(
  tx: Transaction,
  repository: RepositoryContext,
  submission: UploadProgress,
  { status, votes }: { status: UploadStatus; votes: VoteRecord[] },
): Promise<void> {
  const isDecidable = await countTie(tx, repository, submission, { status, votes });
  if (isDecidable) await mailChairs(tx, repository, submission, { kind: 'tieRepeated' });
  if (status === submission.upload.status) return;
  switch (status) {
    case 'Accepted':
      return accept(tx, repository, submission, votes);
    case 'Rejected':
      return reject(tx, repository, submission, votes);
    default:
      await setUploadStatus(tx, submission.upload.number, { status });
      if (status !== 'Pending') return;
      return mailExperts(tx, repository, submission, votes);
  }
}

/**
 * Counts how often both experts have voted and disagreed. Both must have voted again for the next time, of which the
 * chair is told anew. Returns whether from now on the chair may decide.
 */
async function countTie(
  tx: Transaction,
  { now }: RepositoryContext,
  { upload }: UploadProgress,
  { status, votes }: { status: UploadStatus; votes: VoteRecord[] },
): Promise<boolean> {
  const { number, tieRounds, tiedAt } = upload;
  if (status !== 'Pending') {
    if (tieRounds > 0) await setTie(tx, number, { tieRounds: 0, tiedAt: null });
    return false;
  }
  if (tiedAt && votes.some(({ endedAt }) => endedAt <= tiedAt)) return false;
  await setTie(tx, number, { tieRounds: tieRounds + 1, tiedAt: now() });
  for (const { panel } of votes) await changeSeat(tx, { upload: number, panel }, { reminders: 0 });
  return tieRounds + 1 === tieRoundsToDecide && haveNotes(votes);
}

async function accept(
  tx: Transaction,
  repository: RepositoryContext,
  submission: UploadProgress,
  votes: VoteRecord[],
): Promise<void> {
  const { number, study } = submission.upload;
  // Withdrawals lock all versions, so it cannot change until the transaction ends.
  if (await isFormerWithdrawn(tx, number)) throw new Refusal('former-withdrawn');
  // If two uploads of a study are accepted at the same time, the second one sees the first.
  await lockStudies(tx, [study]);
  const nr = await nextPublicNumber(tx);
  await setUploadStatus(tx, number, { status: 'Accepted', decidedAt: repository.now(), nr });
  await keepInHistory(tx, repository, submission, { act: 'decided', actor: null, status: 'Accepted' });
  await keepVersionAct(tx, repository, submission);
  // The DOIs of a study refer to each other.
  const siblings = await listAcceptedSiblings(tx, { number, study });
  // Those of the versions of a data set as well.
  const versions = await listAcceptedVersions(tx, seriesOf(submission.upload));
  const describing = [...siblings.map((sibling) => sibling.number), ...versions.map(({ upload }) => upload.number)];
  for (const one of new Set([number, ...describing])) {
    await repository.jobs.enqueue(tx, 'register-doi', { upload: one });
  }
  await repository.jobs.enqueue(tx, 'publish-upload', { upload: number });
  const accepted = { ...submission, upload: { ...submission.upload, nr, status: 'Accepted' as const } };
  await keepLetter(tx, repository, accepted, { status: 'Accepted', votes });
  await mailBoard(tx, repository, accepted, 'boardAccepted');
}

/** A new version is an act that everybody reads on the pages of its data set, with what is new. */
async function keepVersionAct(
  tx: Transaction,
  repository: RepositoryContext,
  { upload }: UploadProgress,
): Promise<void> {
  const version = await findNewVersion(tx, upload.number);
  if (!version) return;
  const accepted = { upload: { ...upload, status: 'Accepted' as const } };
  const content = { reason: version.news, version: upload.version };
  await keepInHistory(tx, repository, accepted, { act: 'version', actor: null, content });
}

async function reject(
  tx: Transaction,
  repository: RepositoryContext,
  submission: UploadProgress,
  votes: VoteRecord[],
): Promise<void> {
  const { number, study } = submission.upload;
  await setUploadStatus(tx, number, { status: 'Rejected', decidedAt: repository.now() });
  await keepInHistory(tx, repository, submission, { act: 'decided', actor: null, status: 'Rejected' });
  await releaseFiles(tx, number);
  await releaseTitle(tx, study);
  await repository.jobs.enqueue(tx, 'register-doi', { upload: number });
  const rejected = { ...submission, upload: { ...submission.upload, status: 'Rejected' as const } };
  await keepLetter(tx, repository, rejected, { status: 'Rejected', votes });
  await mailBoard(tx, repository, rejected, 'boardRejected');
}

/** Tells the experts and the chair of a decision. */
async function mailBoard(
  tx: Transaction,
  repository: RepositoryContext,
  submission: UploadProgress,
  kind: 'boardAccepted' | 'boardRejected',
): Promise<void> {
  const holders = await listHolders(tx, submission.upload.number);
  const people = [...holders, ...(await listChairs(tx, repository, submission))];
  await enqueueMails(tx, repository, submission, [{ kind, people }]);
}

async function mailExperts(
  tx: Transaction,
  repository: RepositoryContext,
  submission: UploadProgress,
  votes: VoteRecord[],
): Promise<void> {
  const people = await findPeople(
    tx,
    votes.map(({ expert }) => expert),
  );
  await enqueueMails(tx, repository, submission, [
    { kind: 'votesDisagree', people: [...people.values()], due: dueDay(repository) },
  ]);
}
