import type { EditorialUpload, NewChangeRequest } from '@domain/api/editorial';
import { panelRefusal } from '@domain/board/act-rules';
import { Refusal } from '@domain/error-codes';
import { maxChangePoints } from '@domain/limits';
import { isVisible } from '@domain/text';

import { lockAllowedUpload } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import { actFactsOf, keepInHistory, readBoardState, requireAct, seatOf } from '../../editorial/board-state';
import { holdPanel } from '../../editorial/panel-seats';
import { readRound } from '../../editorial/read-round';
import { viewSubmission } from '../../editorial/view-submission';
import { enqueueMails } from '../../mail/enqueue-mails';
import { findOwnerAndSubmitter } from '../../mail/mail-recipients';
import { addChangeRequest, changeRequest, listChangeRequests, listHolders } from '../../store/board';
import { setUploadStatus } from '../../store/submissions';

/**
 * Sends a submission back to its contributor with numbered points to change. It can be edited until the contributor
 * hands it in again; the experts keep their panels. Refuses with 'forbidden', 'not-found', 'vote-own-upload',
 * 'vote-named', 'voting-locked', 'vote-saved', 'update-conflict' if somebody else has the panel, 'not-impartial',
 * 'points-missing' and 'too-many-points'. A conflict, and no panel left, carry the submission.
 */
export async function requestChanges(
  actor: Actor,
  repository: RepositoryContext,
  id: string,
  { panel, points: typed, isImpartial }: NewChangeRequest,
): Promise<EditorialUpload> {
  const { db, jobs, now } = repository;
  const points = typed.filter(isVisible);
  const view = await db.transaction(async (tx) => {
    const submission = await lockAllowedUpload('requestChanges', actor, tx, id);
    const state = await readBoardState(tx, submission);
    requireAct('requestChanges', actor, repository, state);
    const { number } = submission.upload;
    const refusal = panelRefusal(actFactsOf(actor, repository, state), panel);
    if (refusal) throw new Refusal(refusal, {}, { ...(await viewSubmission(actor, repository, tx, number)) });
    requirePoints(points);
    if (!isImpartial) throw new Refusal('not-impartial');
    // Whoever asks for changes takes the panel, or accepts the invitation.
    await holdPanel(tx, repository, actor, submission, { panel, seat: seatOf(state, panel) });
    await addChangeRequest(tx, {
      upload: number,
      panel,
      expert: actor.subject,
      points,
      answers: points.map(() => ''),
      requestedAt: now(),
      before: await readRound(tx, submission),
    });
    await setUploadStatus(tx, number, { status: 'ChangesRequested' });
    const content = { points, isImpartial };
    const act = { act: 'requested-changes' as const, actor, panel, status: 'ChangesRequested' as const, content };
    await keepInHistory(tx, repository, submission, act);
    const holders = await listHolders(tx, number);
    await enqueueMails(tx, repository, submission, [
      { kind: 'changesRequested', people: await findOwnerAndSubmitter(tx, submission) },
      { kind: 'changesAsked', people: holders.filter(({ subject }) => subject !== actor.subject) },
    ]);
    return viewSubmission(actor, repository, tx, number);
  });
  jobs.nudge();
  return view;
}

function requirePoints(points: readonly string[]): void {
  if (points.length === 0) throw new Refusal('points-missing');
  if (points.length > maxChangePoints) throw new Refusal('too-many-points', { max: maxChangePoints });
}

/**
 * Saves the contributor's answers to the points of the open request, each '' if it is not answered yet. Refuses with
 * 'not-found', 'upload-submitted', 'no-changes-requested', and 'bad-request' if their number differs.
 */
export async function answerChanges(
  actor: Actor,
  { db }: RepositoryContext,
  id: string,
  answers: string[],
): Promise<void> {
  await db.transaction(async (tx) => {
    const { upload } = await lockAllowedUpload('answerChanges', actor, tx, id);
    const open = (await listChangeRequests(tx, upload.number)).find(({ closedAt }) => closedAt === null);
    if (!open) throw new Refusal('no-changes-requested');
    if (answers.length !== open.points.length) throw new Refusal('bad-request');
    await changeRequest(tx, open.id, { answers });
  });
}
