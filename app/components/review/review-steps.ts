import type { UploadReview } from '@domain/api/reviews';
import { panels } from '@domain/limits';
import { statusRules } from '@domain/upload-status';

/** Note on a step of the review. */
type StepNote =
  | 'in'
  | 'awaited'
  | 'yours'
  | 'later'
  | 'disagree'
  | 'soon'
  | 'embargo'
  | 'Accepted'
  | 'Rejected'
  | 'withdrawn';

export interface ReviewStep {
  name: 'submitted' | 'changes' | 'vote' | 'decision' | 'published';
  number: number | null;
  state: 'done' | 'current' | 'later';
  note: StepNote | null;
  /** When it was done, in ISO format. */
  moment: string | null;
}

/** Steps of a submission in order. A rejected one has no publication step. */
export function reviewSteps(review: UploadReview): ReviewStep[] {
  const { status, submittedAt, votes } = review;
  const isWaiting = status === 'ChangesRequested';
  const plain = { number: null, note: null, moment: null } as const;
  return [
    { ...plain, name: 'submitted', state: 'done', moment: submittedAt },
    // Both vote anew after the changes.
    ...(isWaiting ? [{ ...plain, name: 'changes' as const, state: 'current' as const, note: 'yours' as const }] : []),
    ...panels.flatMap((number): ReviewStep | [] => {
      // One acceptance may decide about a small new version.
      if (statusRules[status].decided && votes < number) return [];
      if (isWaiting) return { ...plain, name: 'vote', number, state: 'later', note: 'later' };
      // The experts vote independently, so every missing vote is awaited.
      const isIn = votes >= number;
      return { ...plain, name: 'vote', number, state: isIn ? 'done' : 'current', note: isIn ? 'in' : 'awaited' };
    }),
    { ...plain, name: 'decision', ...decision(review) },
    ...(status === 'Rejected' ? [] : [{ ...plain, name: 'published' as const, ...publication(review) }]),
  ];
}

function decision({ status, decidedAt }: UploadReview): Pick<ReviewStep, 'state' | 'note' | 'moment'> {
  if (status === 'Accepted' || status === 'Rejected') {
    return { state: 'done', note: status, moment: decidedAt };
  }
  const isDisputed = status === 'Pending';
  return { state: isDisputed ? 'current' : 'later', note: isDisputed ? 'disagree' : 'later', moment: null };
}

function publication(review: UploadReview): Pick<ReviewStep, 'state' | 'note' | 'moment'> {
  const { status, publishedAt, withdrawnAt, embargoEnd } = review;
  if (withdrawnAt) return { state: 'done', note: 'withdrawn', moment: withdrawnAt };
  if (publishedAt) return { state: 'done', note: null, moment: publishedAt };
  if (!statusRules[status].published) return { state: 'later', note: 'later', moment: null };
  return { state: 'current', note: embargoEnd ? 'embargo' : 'soon', moment: null };
}

/** Key of the text about what happens next. */
export function nextStep(review: UploadReview) {
  const { status, votes, changes, publishedAt, withdrawnAt, embargoEnd, revisable, revisedBy } = review;
  switch (status) {
    case 'Uploaded':
    case 'Submitted':
      if (votes > 0) return 'voted';
      return changes.length > 0 ? 'handedIn' : 'submitted';
    case 'Pending':
      return 'pending';
    case 'ChangesRequested':
      return 'changesRequested';
    case 'Accepted':
      if (withdrawnAt) return 'withdrawn';
      return publishedAt ? 'published' : embargoEnd ? 'embargo' : 'publishing';
    case 'Rejected':
      if (revisable) return 'rejected';
      return revisedBy?.status === 'Uploaded' ? 'revising' : 'revised';
  }
}
