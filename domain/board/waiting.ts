import { standingRefusal } from '../review-standing';
import { statusRules } from '../upload-status';
import { type ActFacts, actRefusal, type BoardAct } from './act-rules';

/** Parts of the list of submissions, by whom they wait for. */
export const listParts = ['all', 'mine', 'others', 'overdue', 'decided'] as const;
export type ListPart = (typeof listParts)[number];

/**
 * Whether a submission waits for a member of the board: they may vote and have not, or may change a vote that
 * disagrees; were invited and have not answered; or, as the chair, may decide a tie, fill a panel, or have not sent the
 * letter about the decision.
 */
export function waitsForMe(facts: ActFacts, awaitsLetter: boolean): boolean {
  if (statusRules[facts.status].decided) return awaitsLetter && facts.isChair && !standingRefusal(facts.standing);
  const may = (act: BoardAct) => actRefusal(act, facts) === null;
  const own = facts.panels.find(({ holder }) => holder === 'self');
  if (may('answerInvitation') || may('decideTie')) return true;
  if (may('vote') && (!own?.hasVote || facts.status === 'Pending')) return true;
  return may('invite');
}

/**
 * Whether a submission that the member of the board may review is late: a vote, an expert, the end of a disagreement, or
 * the changes that were requested.
 */
export function isLate(facts: ActFacts): boolean {
  if (standingRefusal(facts.standing)) return false;
  if (!statusRules[facts.status].votable) return facts.status === 'ChangesRequested' && facts.areChangesOverdue;
  const isMissing = facts.isOld && facts.panels.some(({ holder }) => holder === null);
  return isMissing || facts.isTieOverdue || facts.panels.some(({ isOverdue }) => isOverdue);
}
