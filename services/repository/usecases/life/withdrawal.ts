import type { WaitingWithdrawal, WithdrawalDecision, WithdrawalView } from '@domain/life/withdrawal';
import { formatUploadId } from '@domain/upload-id';

import { findAllowedUpload, requireReviewer } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import { requireReason } from '../../context/require-reason';
import { listChairs } from '../../context/list-experts';
import { keepInHistory } from '../../editorial/board-state';
import { restore, withdraw } from '../../life/change-withdrawal';
import {
  listDecidableWithdrawals,
  lockDataSet,
  requireWithdrawalAct,
  viewAgain,
  viewWithdrawal,
} from '../../life/withdrawal-state';
import { enqueueMails } from '../../mail/enqueue-mails';
import { findOwner } from '../../mail/mail-recipients';
import type { Transaction } from '../../store/database';
import type { UploadProgress } from '../../store/upload-progress';
import { saveWithdrawal } from '../../store/withdrawals';

/** How far the withdrawal of the actor's own data set is, which co-authors see, too. Refuses with 'not-found'. */
export async function findOwnWithdrawal(
  actor: Actor,
  repository: RepositoryContext,
  id: string,
): Promise<WithdrawalView> {
  const { db } = repository;
  const submission = await findAllowedUpload('findOwnWithdrawal', actor, db, id);
  const view = await viewWithdrawal(actor, 'contributor', repository, db, submission);
  return submission.upload.owner === actor.subject ? view : { ...view, acts: [] };
}

/**
 * Asks the chair to withdraw the actor's own data set, with the reason that is to be public. Refuses with 'not-found',
 * 'right-missing', 'not-withdrawable', 'already-withdrawn', 'data-removed', 'withdrawal-asked' and 'reason-missing'.
 */
export async function askWithdrawal(
  actor: Actor,
  repository: RepositoryContext,
  id: string,
  reason: string,
): Promise<WithdrawalView> {
  const { db, jobs, now } = repository;
  const view = await db.transaction(async (tx) => {
    const submission = await lockDataSet('askWithdrawal', actor, tx, id);
    requireWithdrawalAct('ask', actor, 'contributor', submission);
    requireReason(reason);
    await saveWithdrawal(tx, submission.upload.number, { askedReason: reason, askedAt: now() });
    await keepInHistory(tx, repository, submission, { act: 'asked-withdrawal', actor, content: { reason } });
    const chairs = await listChairs(tx, repository, submission);
    await enqueueMails(tx, repository, submission, [{ kind: 'withdrawalAsked', people: chairs, letter: reason }]);
    return viewAgain(actor, 'contributor', repository, tx, submission);
  });
  jobs.nudge();
  return view;
}

/**
 * Takes the request to withdraw the actor's own data set back. Refuses with 'not-found', 'right-missing',
 * 'not-withdrawable', 'already-withdrawn', 'data-removed' and 'no-withdrawal-asked'.
 */
export function takeWithdrawalBack(actor: Actor, repository: RepositoryContext, id: string): Promise<WithdrawalView> {
  return repository.db.transaction(async (tx) => {
    const submission = await lockDataSet('takeWithdrawalBack', actor, tx, id);
    requireWithdrawalAct('takeBack', actor, 'contributor', submission);
    await saveWithdrawal(tx, submission.upload.number, { askedReason: null, askedAt: null });
    await keepInHistory(tx, repository, submission, { act: 'took-withdrawal-back', actor });
    return viewAgain(actor, 'contributor', repository, tx, submission);
  });
}

/**
 * How far the withdrawal of a data set is, for a member of the chair. Refuses with 'forbidden', 'not-found',
 * 'vote-own-upload', 'vote-member' and 'vote-named'.
 */
export async function readWithdrawalAsChair(
  actor: Actor,
  repository: RepositoryContext,
  id: string,
): Promise<WithdrawalView> {
  const { db } = repository;
  const submission = await findAllowedUpload('readWithdrawalAsChair', actor, db, id);
  requireReviewer(actor, submission);
  return viewWithdrawal(actor, 'chair', repository, db, submission);
}

/**
 * Withdrawals that wait for the actor as a member of the chair: requests of contributors, and removals that somebody
 * else asked for. Those of data sets to which the actor is a party are left out. Refuses with 'forbidden'.
 */
export async function listWithdrawals(actor: Actor, { db }: RepositoryContext): Promise<WaitingWithdrawal[]> {
  return (await listDecidableWithdrawals(actor, db)).map(({ upload, study, file, withdrawal }) => ({
    id: formatUploadId(upload.number, upload.kind),
    nr: upload.nr,
    fileName: file.name,
    title: study.title,
    waitsFor: withdrawal?.askedAt ? 'withdrawal' : 'removal',
  }));
}

/**
 * Withdraws a data set, with or without a request of its contributor, or declines the request, by a member of the chair
 * who is no party to it. Refuses with 'forbidden', 'not-found', 'vote-own-upload', 'vote-member', 'vote-named',
 * 'not-withdrawable', 'already-withdrawn', 'data-removed', 'no-withdrawal-asked' and 'reason-missing'.
 */
export async function decideWithdrawal(
  actor: Actor,
  repository: RepositoryContext,
  id: string,
  { decision, reason }: WithdrawalDecision,
): Promise<WithdrawalView> {
  return actAsChair('decideWithdrawal', actor, repository, id, async (tx, submission) => {
    requireWithdrawalAct(decision, actor, 'chair', submission);
    requireReason(reason);
    if (decision === 'withdraw') await withdraw(tx, repository, submission, { actor, reason });
    else await decline(tx, repository, submission, { actor, reason });
  });
}

async function decline(
  tx: Transaction,
  repository: RepositoryContext,
  submission: UploadProgress,
  { actor, reason }: { actor: Actor; reason: string },
): Promise<void> {
  await saveWithdrawal(tx, submission.upload.number, { askedReason: null, askedAt: null });
  await keepInHistory(tx, repository, submission, { act: 'declined-withdrawal', actor, content: { reason } });
  const people = await findOwner(tx, submission);
  await enqueueMails(tx, repository, submission, [{ kind: 'withdrawalDeclined', people, letter: reason }]);
}

/**
 * Takes a withdrawal back while the data is kept, by a member of the chair who is no party to it. The reason is public.
 * Refuses with 'forbidden', 'not-found', 'vote-own-upload', 'vote-member', 'vote-named', 'not-withdrawn',
 * 'data-removed' and 'reason-missing'.
 */
export async function restoreDataSet(
  actor: Actor,
  repository: RepositoryContext,
  id: string,
  reason: string,
): Promise<WithdrawalView> {
  return actAsChair('restoreDataSet', actor, repository, id, async (tx, submission) => {
    requireWithdrawalAct('restore', actor, 'chair', submission);
    requireReason(reason);
    await restore(tx, repository, submission, { actor, reason });
  });
}

/** Carries out an act of the chair on a locked data set. Returns the state afterwards. */
async function actAsChair(
  useCase: 'decideWithdrawal' | 'restoreDataSet',
  actor: Actor,
  repository: RepositoryContext,
  id: string,
  act: (tx: Transaction, submission: UploadProgress) => Promise<void>,
): Promise<WithdrawalView> {
  const { db, jobs } = repository;
  const view = await db.transaction(async (tx) => {
    const submission = await lockDataSet(useCase, actor, tx, id);
    requireReviewer(actor, submission);
    await act(tx, submission);
    return viewAgain(actor, 'chair', repository, tx, submission);
  });
  jobs.nudge();
  return view;
}
