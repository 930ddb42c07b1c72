import type { UploadStatus } from '@domain/upload-status';

import type { RepositoryContext } from '../context/context';
import { enqueueMails } from '../mail/enqueue-mails';
import type { Transaction } from '../store/database';
import { listAcceptedSiblings } from '../store/dois';
import { lockStudies } from '../store/locks';
import { findPeople } from '../store/people';
import { releaseTitle } from '../store/studies';
import { nextPublicNumber, releaseFiles, setUploadStatus, type VoteRecord } from '../store/submissions';
import type { UploadProgress } from '../store/upload-progress';

/**
 * Applies the result of the votes on a locked submission, in the transaction that saved them. Accepted: assigns the
 * public number and publishes. Rejected: releases its title and file. Pending: notifies both experts. Mails, DOIs and
 * publication are enqueued as jobs.
 */
export async function followVotes(
  tx: Transaction,
  repository: RepositoryContext,
  submission: UploadProgress,
  { status, votes }: { status: UploadStatus; votes: VoteRecord[] },
): Promise<void> {
  if (status === submission.upload.status) return;
  switch (status) {
    case 'Accepted':
      return accept(tx, repository, submission);
    case 'Rejected':
      return reject(tx, repository, submission);
    default:
      await setUploadStatus(tx, submission.upload.number, { status });
      if (status !== 'Pending') return;
      return mailExperts(tx, repository, submission, votes);
  }
}

async function accept(tx: Transaction, repository: RepositoryContext, submission: UploadProgress): Promise<void> {
  const { number, study } = submission.upload;
  // If two uploads of a study are accepted at the same time, the second one sees the first.
  await lockStudies(tx, [study]);
  const nr = await nextPublicNumber(tx);
  await setUploadStatus(tx, number, { status: 'Accepted', decidedAt: repository.now(), nr });
  // The DOIs of a study refer to each other.
  const siblings = await listAcceptedSiblings(tx, { number, study });
  for (const one of [number, ...siblings.map((sibling) => sibling.number)]) {
    await repository.jobs.enqueue(tx, 'register-doi', { upload: one });
  }
  await repository.jobs.enqueue(tx, 'publish-upload', { upload: number });
  await mailContributor(tx, repository, { ...submission, upload: { ...submission.upload, nr } }, 'accepted');
}

async function reject(tx: Transaction, repository: RepositoryContext, submission: UploadProgress): Promise<void> {
  const { number, study } = submission.upload;
  await setUploadStatus(tx, number, { status: 'Rejected', decidedAt: repository.now() });
  await releaseFiles(tx, number);
  await releaseTitle(tx, study);
  await repository.jobs.enqueue(tx, 'register-doi', { upload: number });
  await mailContributor(tx, repository, submission, 'rejected');
}

async function mailContributor(
  tx: Transaction,
  repository: RepositoryContext,
  submission: UploadProgress,
  kind: 'accepted' | 'rejected',
): Promise<void> {
  const { owner } = submission.upload;
  const contributor = (await findPeople(tx, [owner])).get(owner);
  await enqueueMails(tx, repository, submission, [{ kind, people: contributor ? [contributor] : [] }]);
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
  await enqueueMails(tx, repository, submission, [{ kind: 'votesDisagree', people: [...people.values()] }]);
}
