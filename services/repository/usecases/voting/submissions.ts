import type { EditorialUpload } from '@domain/api/editorial';
import { Refusal } from '@domain/error-codes';
import { standingRefusal } from '@domain/review-standing';
import { canOpenForVoting, statusRules } from '@domain/upload-status';

import { findAllowedUpload, standingOf } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import { viewSubmission } from '../../editorial/view-submission';
import { recordOpening } from '../../store/submissions';

/**
 * A submission with both panels as far as the expert may see them. The first call records the start of the vote.
 * Refuses with 'forbidden', 'not-found', 'vote-own-upload' and 'vote-named' if the expert is a party to it, and
 * 'voting-locked' for a rejected upload, whose list row does not open (spec section 4). The last three carry the
 * visible part of the submission.
 */
export async function openSubmission(
  actor: Actor,
  repository: RepositoryContext,
  id: string,
): Promise<EditorialUpload> {
  const { db, now } = repository;
  const submission = await findAllowedUpload('openSubmission', actor, db, id);
  const { upload } = submission;
  const refusal = standingRefusal(standingOf(actor, submission));
  if (!refusal && statusRules[upload.status].votable) {
    await recordOpening(db, upload.number, actor.subject, now());
  }
  const view = await viewSubmission(actor, repository, db, upload.number);
  if (refusal) throw new Refusal(refusal, {}, { ...view });
  if (!canOpenForVoting(upload.status, view.upload.e1, view.upload.e2)) {
    throw new Refusal('voting-locked', {}, { ...view });
  }
  return view;
}
