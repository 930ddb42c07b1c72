import type { PanelNumber } from '@domain/limits';
import { statusAfterVotes } from '@domain/upload-status';

import type { Actor, RepositoryContext } from '../context/context';
import { enqueueMails } from '../mail/enqueue-mails';
import { mailChairs } from '../mail/mail-chairs';
import { removeSeats } from '../store/board';
import type { Transaction } from '../store/database';
import { findPeople } from '../store/people';
import type { UploadProgress } from '../store/upload-progress';
import { type BoardState, findExperts, keepInHistory, seatOf } from './board-state';
import { followVotes } from './follow-votes';

/**
 * Removes the holder of a panel and their vote, which stays in the history only. A submission whose votes disagreed is
 * Submitted again. The former holder gets a mail. `actor` is null if it happens by itself, without a reason.
 */
export async function emptyPanel(
  tx: Transaction,
  repository: RepositoryContext,
  state: BoardState,
  { panel, reason, actor }: { panel: PanelNumber; reason?: string; actor: Actor | null },
): Promise<void> {
  const { submission } = state;
  const { number, status } = submission.upload;
  const seat = seatOf(state, panel)!;
  const left = state.votes.filter((vote) => vote.panel !== panel);
  const isOpen = status !== 'ChangesRequested';
  const next = isOpen ? statusAfterVotes(left[0]?.rating ?? null, null) : status;
  await removeSeats(tx, number, panel);
  const content = reason === undefined ? {} : { reason };
  const act = { act: 'handed-over' as const, actor, panel, expert: seat.expert, status: next, content };
  await keepInHistory(tx, repository, submission, act);
  if (isOpen) await followVotes(tx, repository, submission, { status: next, votes: left });
  if (seat.expert === actor?.subject) return;
  const people = [...(await findPeople(tx, [seat.expert])).values()];
  await enqueueMails(tx, repository, submission, [{ kind: 'noLongerNeeded', people }]);
}

/**
 * Finds the next expert for a panel that was emptied: invites one, or asks the chair to, where that is not automatic.
 * `by` is who emptied it.
 */
export async function replaceExpert(
  tx: Transaction,
  repository: RepositoryContext,
  submission: UploadProgress,
  by: Pick<Actor, 'subject'> | null,
): Promise<void> {
  const { assignment, hasOpenPanels } = repository.settings.board;
  if (assignment === 'automatic' || !hasOpenPanels) {
    await findExperts(tx, repository, submission.upload.number);
    return;
  }
  await mailChairs(tx, repository, submission, { kind: 'expertsNeeded', by });
}
