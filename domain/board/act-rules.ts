import type { ErrorCode } from '../error-codes';
import type { PanelNumber } from '../limits';
import { type ReviewStanding, standingRefusal } from '../review-standing';
import { statusRules, type UploadStatus } from '../upload-status';

/** What members of the board do with a submission. */
export const boardActs = [
  'vote',
  'requestChanges',
  'answerInvitation',
  'invite',
  'handOver',
  'handOverOther',
  'takeOver',
  'decideTie',
  'reopen',
] as const;
export type BoardAct = (typeof boardActs)[number];

/** Ways in which submissions get their experts: the chair invites them, or they are invited automatically. */
export const assignments = ['chair', 'automatic'] as const;
export type Assignment = (typeof assignments)[number];

/** Disagreements after which the chair may decide a tie: both experts have voted again, with reasons, and still disagree. */
export const tieRoundsToDecide = 2;

/** A panel with whoever holds it. */
export interface PanelFacts {
  holder: 'self' | 'other' | null;
  /** The holder was invited and has not answered. */
  isInvited: boolean;
  hasVote: boolean;
  /** The vote is not there in time, or the two votes have disagreed for too long. */
  isOverdue: boolean;
}

/** What decides whether somebody may act on a submission. */
export interface ActFacts {
  status: UploadStatus;
  standing: ReviewStanding;
  isChair: boolean;
  panels: readonly PanelFacts[];
  /** Experts may take an empty panel. */
  hasOpenPanels: boolean;
  /** How often both experts have voted and disagreed since they last agreed. */
  tieRounds: number;
  /** The votes have disagreed for longer than a vote may take. */
  isTieOverdue: boolean;
  /** It was submitted before a vote given since then had to be there. */
  isOld: boolean;
  /** The requested changes have been awaited for longer than a vote may take. */
  areChangesOverdue: boolean;
  /** All votes so far have a note. */
  hasNotes: boolean;
  /** Whoever asks has voted on it at any time, even in a panel that they handed over. */
  hasVotedBefore: boolean;
}

/**
 * Why a member of the board may not do something with a submission; null if they may. The only place where status,
 * role and relation decide this: the API enforces it, and screens show what it allows.
 */
export function actRefusal(act: BoardAct, facts: ActFacts): ErrorCode | null {
  return standingRefusal(facts.standing) ?? (needsChair(act) && !facts.isChair ? 'forbidden' : rules[act](facts));
}

/** What the member of the board may do with a submission. */
export function allowedActs(facts: ActFacts): BoardAct[] {
  return boardActs.filter((act) => actRefusal(act, facts) === null);
}

/**
 * Whether a member of the board sees the votes of others. Voting is blind until they have voted themselves or it is
 * decided. The chair sees both votes of a tie that they may decide.
 */
export function seesVotes(facts: ActFacts): boolean {
  if (facts.standing !== 'board') return false;
  const isOpen = statusRules[facts.status].decided || own(facts)?.hasVote === true;
  return isOpen || actRefusal('decideTie', facts) === null;
}

function needsChair(act: BoardAct): boolean {
  return act === 'invite' || act === 'handOverOther' || act === 'decideTie' || act === 'reopen';
}

const rules: Record<BoardAct, (facts: ActFacts) => ErrorCode | null> = {
  vote: (facts) => (statusRules[facts.status].votable && mayHold(facts) ? null : 'voting-locked'),
  requestChanges: (facts) => {
    if (!statusRules[facts.status].votable || !mayHold(facts)) return 'voting-locked';
    return own(facts)?.hasVote ? 'vote-saved' : null;
  },
  answerInvitation: (facts) => (own(facts)?.isInvited && !isClosed(facts.status) ? null : 'invitation-ended'),
  invite: ({ status, panels }) => {
    if (!statusRules[status].votable) return 'voting-locked';
    return panels.some(({ holder }) => holder === null) ? null : 'panels-taken';
  },
  handOver: (facts) => {
    if (isClosed(facts.status)) return 'voting-locked';
    return own(facts) ? null : 'panel-empty';
  },
  handOverOther: ({ status, panels }) => {
    if (isClosed(status)) return 'voting-locked';
    return panels.some(({ holder }) => holder === 'other') ? null : 'panel-empty';
  },
  takeOver: (facts) => {
    const { status, panels, hasOpenPanels } = facts;
    if (!statusRules[status].votable || !hasOpenPanels || own(facts)) return 'voting-locked';
    return panels.some(({ holder, isOverdue }) => holder === 'other' && isOverdue) ? null : 'not-overdue';
  },
  decideTie: (facts) => {
    if (facts.status !== 'Pending') return 'no-tie';
    if (own(facts) || facts.hasVotedBefore) return 'chair-votes';
    if (facts.isTieOverdue) return null;
    if (facts.tieRounds < tieRoundsToDecide) return 'tie-too-early';
    return facts.hasNotes ? null : 'tie-not-heard';
  },
  reopen: ({ status }) => (status === 'Rejected' || status === 'ChangesRequested' ? null : 'not-reopenable'),
};

/**
 * Why a vote, or a request for changes, may not be in a panel; null if the panel is the expert's own, or empty while they
 * have none.
 */
export function panelRefusal({ panels }: Pick<ActFacts, 'panels'>, panel: PanelNumber): ErrorCode | null {
  const holder = panels[panel - 1]?.holder ?? null;
  if (holder === 'self') return null;
  const hasOwn = panels.some((one) => one.holder === 'self');
  if (!hasOwn && panels.every((one) => one.holder === 'other')) return 'voting-locked';
  if (holder === 'other') return 'update-conflict';
  // One expert holds at most one panel.
  return hasOwn ? 'voting-locked' : null;
}

/** The panel of whoever asks. */
function own({ panels }: ActFacts): PanelFacts | undefined {
  return panels.find(({ holder }) => holder === 'self');
}

/** Whether the expert has a panel, or may take an empty one. */
function mayHold(facts: ActFacts): boolean {
  if (own(facts)) return true;
  return facts.hasOpenPanels && facts.panels.some(({ holder }) => holder === null);
}

/** Nobody needs to vote any more, or not yet. */
function isClosed(status: UploadStatus): boolean {
  return status === 'Uploaded' || statusRules[status].decided;
}
