import type { ListedSubmission } from '@domain/api/board-list';
import { allowedActs } from '@domain/board/act-rules';
import { isLate, waitsForMe } from '@domain/board/waiting';
import { statusRules } from '@domain/upload-status';

import type { Actor, RepositoryContext } from '../context/context';
import { standingOf } from '../context/access';
import { actFactsOf, type BoardState, dueAfter } from './board-state';
import { editorialRow, panelViews } from './editorial-row';

type Clock = Pick<RepositoryContext, 'now' | 'settings'>;

/** Row of the list of submissions, with what the actor may see of its panels and do with it. */
export function listedSubmission(
  actor: Actor,
  clock: Clock,
  state: BoardState,
  { contributor, awaitsLetter }: { contributor: { email: string } | undefined; awaitsLetter: boolean },
): ListedSubmission {
  const { submission, votes } = state;
  const standing = standingOf(actor, submission);
  const facts = actFactsOf(actor, clock, state);
  const { timeZone } = clock.settings;
  const panels = standing === 'board' ? panelViews(actor, clock, state, null) : [];
  return {
    ...editorialRow(submission, { votes, contributor, standing, timeZone }),
    state: submission.upload.status,
    panels: panels.map(({ nr, email, mine, state: at, dueAt, isOverdue }) => ({
      nr,
      email,
      mine,
      state: at,
      dueAt,
      isOverdue,
    })),
    acts: allowedActs(facts),
    waitsForMe: waitsForMe(facts, awaitsLetter),
    isOverdue: isLate(facts),
    dueAt: standing === 'board' ? nextDue(clock, state) : null,
  };
}

/** When the next vote, or the end of a disagreement, is due; null while nobody is asked to vote. */
function nextDue(clock: Clock, { submission, seats, votes }: BoardState): string | null {
  const { status, tiedAt } = submission.upload;
  if (!statusRules[status].votable) return null;
  const open = seats.filter(({ panel }) => !votes.some((vote) => vote.panel === panel));
  const days = [...open.map(({ dueAt }) => dueAt), ...(tiedAt ? [dueAfter(tiedAt, clock)] : [])];
  return days.length === 0 ? null : new Date(Math.min(...days.map((day) => day.getTime()))).toISOString();
}
