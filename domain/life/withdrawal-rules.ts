import type { ErrorCode } from '../error-codes';
import { addDays, localDay } from '../local-time';
import type { UploadStatus } from '../upload-status';

/** What is done about the withdrawal of a data set, in the order of its life. */
export const withdrawalActs = [
  'ask',
  'takeBack',
  'withdraw',
  'decline',
  'restore',
  'askRemoval',
  'takeRemovalBack',
  'declineRemoval',
  'confirmRemoval',
] as const;
export type WithdrawalAct = (typeof withdrawalActs)[number];

/** What decides whether somebody may act. */
export interface WithdrawalFacts {
  /** As whom they act. A member of the chair who is a party to the data set does not act as one. */
  role: 'contributor' | 'chair';
  status: UploadStatus;
  /** The contributor has asked, and the chair has not answered. */
  isAsked: boolean;
  isWithdrawn: boolean;
  /** Its data was removed for good. */
  isRemoved: boolean;
  /** Who asked to remove the data at once; null if nobody did. */
  removalAsked: 'self' | 'other' | null;
}

/** Why somebody may not do something about a withdrawal; null if they may. */
export function withdrawalRefusal(act: WithdrawalAct, facts: WithdrawalFacts): ErrorCode | null {
  if (!roles[act].includes(facts.role)) return 'forbidden';
  if (facts.isRemoved) return 'data-removed';
  return rules[act](facts);
}

/** What somebody may do about the withdrawal. */
export function allowedWithdrawalActs(facts: WithdrawalFacts): WithdrawalAct[] {
  return withdrawalActs.filter((act) => withdrawalRefusal(act, facts) === null);
}

/** Last day on which the data of a withdrawn data set is kept, yyyy-MM-dd. It is removed on the next one. */
export function lastKeptDay(
  withdrawnAt: Date,
  { timeZone, withdrawal }: { timeZone: string; withdrawal: { keepDays: number } },
): string {
  return addDays(localDay(withdrawnAt, timeZone), withdrawal.keepDays);
}

const both = ['contributor', 'chair'] as const;
const roles: Record<WithdrawalAct, readonly WithdrawalFacts['role'][]> = {
  ask: ['contributor'],
  takeBack: ['contributor'],
  withdraw: ['chair'],
  decline: ['chair'],
  restore: ['chair'],
  askRemoval: both,
  takeRemovalBack: ['contributor'],
  declineRemoval: ['chair'],
  confirmRemoval: both,
};

/** What each act needs besides the role, as the refusal if that is missing. */
const rules: Record<WithdrawalAct, (facts: WithdrawalFacts) => ErrorCode | null> = {
  ask: (facts) => mustBeShown(facts) ?? (facts.isAsked ? 'withdrawal-asked' : null),
  takeBack: mustBeAsked,
  withdraw: mustBeShown,
  decline: mustBeAsked,
  restore: mustBeWithdrawn,
  askRemoval: (facts) => mustBeWithdrawn(facts) ?? (facts.removalAsked ? 'removal-asked' : null),
  takeRemovalBack: (facts) => mustBeWithdrawn(facts) ?? mustHaveAskedRemoval(facts),
  declineRemoval: (facts) => mustBeWithdrawn(facts) ?? (facts.removalAsked ? null : 'no-removal-asked'),
  confirmRemoval: (facts) => mustBeWithdrawn(facts) ?? mustNotHaveAskedRemoval(facts),
};

/** Only an accepted data set that is not withdrawn yet can be withdrawn. */
function mustBeShown({ status, isWithdrawn }: WithdrawalFacts): ErrorCode | null {
  if (status !== 'Accepted') return 'not-withdrawable';
  return isWithdrawn ? 'already-withdrawn' : null;
}

function mustBeAsked(facts: WithdrawalFacts): ErrorCode | null {
  return mustBeShown(facts) ?? (facts.isAsked ? null : 'no-withdrawal-asked');
}

function mustBeWithdrawn({ isWithdrawn }: WithdrawalFacts): ErrorCode | null {
  return isWithdrawn ? null : 'not-withdrawn';
}

/** A request is taken back by whoever made it. */
function mustHaveAskedRemoval({ removalAsked }: WithdrawalFacts): ErrorCode | null {
  if (removalAsked === null) return 'no-removal-asked';
  return removalAsked === 'other' ? 'forbidden' : null;
}

/** Removing data at once takes two people. */
function mustNotHaveAskedRemoval({ removalAsked }: WithdrawalFacts): ErrorCode | null {
  if (removalAsked === null) return 'no-removal-asked';
  return removalAsked === 'self' ? 'removal-needs-another' : null;
}
