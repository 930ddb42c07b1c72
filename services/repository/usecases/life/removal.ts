import type { WithdrawalView } from '@domain/life/withdrawal';

import { requireReviewer } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import { requireReason } from '../../context/require-reason';
import { listChairs } from '../../context/list-experts';
import { keepInHistory } from '../../editorial/board-state';
import { declineRemovalRequest } from '../../life/change-withdrawal';
import { removeData } from '../../life/remove-data';
import { lockDataSet, requireWithdrawalAct, viewAgain } from '../../life/withdrawal-state';
import { enqueueMails } from '../../mail/enqueue-mails';
import { findOwner } from '../../mail/mail-recipients';
import type { Transaction } from '../../store/database';
import type { UploadProgress } from '../../store/upload-progress';
import { noRemoval, saveWithdrawal } from '../../store/withdrawals';

/*
 * Removing the data of a withdrawn data set before its time is over, as the law may ask. One person asks and another one
 * confirms: its contributor and a member of the chair, or two members of the chair who are no party to it.
 */

/**
 * Asks to remove the data of the actor's own withdrawn data set at once. Refuses with 'not-found', 'right-missing',
 * 'not-withdrawn', 'data-removed', 'removal-asked' and 'reason-missing'.
 */
export function askOwnRemoval(
  actor: Actor,
  repository: RepositoryContext,
  id: string,
  reason: string,
): Promise<WithdrawalView> {
  return change('askOwnRemoval', actor, repository, id, (tx, submission) =>
    ask(tx, repository, actor, submission, reason),
  );
}

/**
 * Confirms what the chair asked for, and removes the data of the actor's own data set. Refuses with 'not-found',
 * 'right-missing', 'not-withdrawn', 'data-removed', 'no-removal-asked' and 'removal-needs-another'.
 */
export function confirmOwnRemoval(actor: Actor, repository: RepositoryContext, id: string): Promise<WithdrawalView> {
  return change('confirmOwnRemoval', actor, repository, id, (tx, submission) =>
    removeData(tx, repository, submission, actor),
  );
}

/**
 * Asks to remove the data of a withdrawn data set at once, by a member of the chair who is no party to it. Refuses with
 * 'forbidden', 'not-found', 'vote-own-upload', 'vote-member', 'vote-named', 'not-withdrawn', 'data-removed',
 * 'removal-asked' and 'reason-missing'.
 */
export function askRemoval(
  actor: Actor,
  repository: RepositoryContext,
  id: string,
  reason: string,
): Promise<WithdrawalView> {
  return change('askRemoval', actor, repository, id, (tx, submission) =>
    ask(tx, repository, actor, submission, reason),
  );
}

/**
 * Confirms what somebody else asked for, and removes the data for good. Refuses like `declineRemoval`, but not
 * with 'reason-missing', and with 'removal-needs-another'.
 */
export function confirmRemoval(actor: Actor, repository: RepositoryContext, id: string): Promise<WithdrawalView> {
  return change('confirmRemoval', actor, repository, id, (tx, submission) =>
    removeData(tx, repository, submission, actor),
  );
}

/**
 * Takes the request to remove the data of the actor's own data set back. Refuses with 'not-found',
 * 'right-missing', 'not-withdrawn', 'data-removed', 'no-removal-asked', and 'forbidden' if the chair has asked.
 */
export function takeRemovalBack(actor: Actor, repository: RepositoryContext, id: string): Promise<WithdrawalView> {
  return change('takeRemovalBack', actor, repository, id, async (tx, submission) => {
    await saveWithdrawal(tx, submission.upload.number, noRemoval);
    await keepInHistory(tx, repository, submission, { act: 'took-removal-back', actor });
  });
}

/**
 * Declines to remove the data at once, whoever has asked, by a member of the chair who is no party to it; the
 * contributor gets the reason. Refuses with 'forbidden', 'not-found', 'vote-own-upload', 'vote-member', 'vote-named',
 * 'not-withdrawn', 'data-removed', 'no-removal-asked' and 'reason-missing'.
 */
export function declineRemoval(
  actor: Actor,
  repository: RepositoryContext,
  id: string,
  reason: string,
): Promise<WithdrawalView> {
  return change('declineRemoval', actor, repository, id, async (tx, submission) => {
    requireReason(reason);
    await declineRemovalRequest(tx, repository, submission, { actor, reason });
  });
}

/** As whom each use case is called. */
const roles = {
  askOwnRemoval: 'contributor',
  confirmOwnRemoval: 'contributor',
  takeRemovalBack: 'contributor',
  askRemoval: 'chair',
  declineRemoval: 'chair',
  confirmRemoval: 'chair',
} as const;
const acts = {
  askOwnRemoval: 'askRemoval',
  confirmOwnRemoval: 'confirmRemoval',
  takeRemovalBack: 'takeRemovalBack',
  askRemoval: 'askRemoval',
  declineRemoval: 'declineRemoval',
  confirmRemoval: 'confirmRemoval',
} as const;

async function change(
  useCase: keyof typeof roles,
  actor: Actor,
  repository: RepositoryContext,
  id: string,
  act: (tx: Transaction, submission: UploadProgress) => Promise<void>,
): Promise<WithdrawalView> {
  const { db, jobs } = repository;
  const role = roles[useCase];
  const view = await db.transaction(async (tx) => {
    const submission = await lockDataSet(useCase, actor, tx, id);
    if (role === 'chair') requireReviewer(actor, submission);
    requireWithdrawalAct(acts[useCase], actor, role, submission);
    await act(tx, submission);
    return viewAgain(actor, role, repository, tx, submission);
  });
  jobs.nudge();
  return view;
}

async function ask(
  tx: Transaction,
  repository: RepositoryContext,
  actor: Actor,
  submission: UploadProgress,
  reason: string,
): Promise<void> {
  requireReason(reason);
  await saveWithdrawal(tx, submission.upload.number, {
    removalReason: reason,
    removalAskedAt: repository.now(),
    removalAskedBy: actor.subject,
  });
  await keepInHistory(tx, repository, submission, { act: 'asked-removal', actor, content: { reason } });
  const others = (await listChairs(tx, repository, submission)).filter(({ subject }) => subject !== actor.subject);
  const contributors = (await findOwner(tx, submission)).filter(({ subject }) => subject !== actor.subject);
  await enqueueMails(tx, repository, submission, [
    { kind: 'removalAsked', people: others, letter: reason },
    { kind: 'removalAskedByChair', people: contributors, letter: reason },
  ]);
}
