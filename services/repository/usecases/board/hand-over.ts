import type { EditorialUpload, HandOver } from '@domain/api/editorial';
import { Refusal } from '@domain/error-codes';

import { lockAllowedUpload } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import { requireReason } from '../../context/require-reason';
import { type BoardState, isOverdue, readBoardState, requireAct, seatOf } from '../../editorial/board-state';
import { emptyPanel, replaceExpert } from '../../editorial/empty-panel';
import { holdPanel } from '../../editorial/panel-seats';
import { viewSubmission } from '../../editorial/view-submission';
import { findUploadProgress } from '../../store/upload-progress';

/**
 * Empties a panel: by its holder, by the chair, or by an expert who takes an overdue one over. Its vote, if there is
 * one, stays in the history only, and a submission whose votes disagreed is Submitted again. The former holder gets a
 * mail. Refuses with 'forbidden', 'not-found', 'vote-own-upload', 'vote-named', 'voting-locked', 'panel-empty',
 * 'not-overdue' and 'reason-missing'.
 */
export async function handOverPanel(
  actor: Actor,
  repository: RepositoryContext,
  id: string,
  { panel, reason, take }: HandOver,
): Promise<EditorialUpload> {
  const { db, jobs } = repository;
  const view = await db.transaction(async (tx) => {
    const state = await readBoardState(tx, await lockAllowedUpload('handOverPanel', actor, tx, id));
    requireHandOver(actor, repository, state, { panel, take });
    requireReason(reason);
    await emptyPanel(tx, repository, state, { panel, reason, actor });
    const { number } = state.submission.upload;
    // Its status may have changed.
    const submission = (await findUploadProgress(tx, number))!;
    if (take) await holdPanel(tx, repository, actor, submission, { panel, seat: undefined });
    else await replaceExpert(tx, repository, submission, actor);
    return viewSubmission(actor, repository, tx, number);
  });
  jobs.nudge();
  return view;
}

/** Refuses unless the panel is held, and this member of the board may empty it. */
function requireHandOver(
  actor: Actor,
  repository: RepositoryContext,
  state: BoardState,
  { panel, take }: Pick<HandOver, 'panel' | 'take'>,
): void {
  const seat = seatOf(state, panel);
  const isOwn = seat?.expert === actor.subject;
  // Nobody's panel is refused in the same words to everybody who reviews.
  const act = take ? 'takeOver' : isOwn || !seat ? 'handOver' : 'handOverOther';
  requireAct(act, actor, repository, state);
  if (!seat) throw new Refusal('panel-empty');
  const hasVote = state.votes.some((vote) => vote.panel === panel);
  if (take && !isOverdue(repository, state, seat, hasVote)) throw new Refusal('not-overdue');
}
