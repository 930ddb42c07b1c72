import { standingRefusal } from '../review-standing';
import { statusRules } from '../upload-status';
import { type ActFacts, actRefusal, type Assignment, type BoardAct } from './act-rules';

/** Parts of the list of submissions, by whom they wait for. */
export const listParts = ['all', 'mine', 'others', 'overdue', 'decided'] as const;
export type ListPart = (typeof listParts)[number];

/**
 * Whether a submission waits for a member of the board: they may vote and have not, or may change a vote that
 * disagrees; were invited and have not answered; or, as the chair, may decide a tie or fill a panel.
 */
export function waitsForMe(facts: ActFacts, assignment: Assignment): boolean {
  if (statusRules[facts.status].decided) return false;
  const may = (act: BoardAct) => actRefusal(act, facts) === null;
  const own = facts.panels.find(({ holder }) => holder === 'self');
  if (may('answerInvitation') || may('decideTie')) return true;
  if (may('vote') && (!own?.hasVote || facts.status === 'Pending')) return true;
  return assignment === 'chair' && may('invite');
}

/** Whether a submission that the member of the board may review is late: a vote, or the end of a disagreement. */
export function isLate(facts: ActFacts): boolean {
  if (standingRefusal(facts.standing) || !statusRules[facts.status].votable) return false;
  return facts.isTieOverdue || facts.panels.some(({ isOverdue }) => isOverdue);
}
