import { type Revision, RevisionSchema, type UploadReview, UploadReviewSchema } from '@domain/api/reviews';
import { type SubmissionReview, SubmissionReviewSchema, type SubmitOrder } from '@domain/api/submission';

import { call, callForJson, type ClientContext, segments } from './transport';

/** Everything that would be submitted with an upload, and what is missing. Throws 404 for uploads of other users. */
export function readSubmission(context: ClientContext, id: string): Promise<SubmissionReview> {
  return callForJson(context, SubmissionReviewSchema, `/submit${segments(id)}`);
}

/**
 * Submits an upload in the version that the user has reviewed, if requested together with others of its study. Throws
 * 409 'review-outdated' or 'already-submitted', or the code of the first blocker with all of them as `errors`.
 */
export function submitUpload(context: ClientContext, id: string, order: SubmitOrder): Promise<Response> {
  return call(context, `/submit${segments(id)}`, { method: 'POST', json: order });
}

/** State of the review of an upload. Throws 404 for uploads of other users. */
export function readReview(context: ClientContext, id: string): Promise<UploadReview> {
  return callForJson(context, UploadReviewSchema, `/fileupload${segments(id)}/review`);
}

/** Withdraws a submission. Throws 409 'already-voted', 'already-decided' or 'not-submitted'. */
export function withdrawUpload(context: ClientContext, id: string): Promise<Response> {
  return call(context, `/submit${segments(id)}`, { method: 'DELETE' });
}

/**
 * Creates a new upload from a rejected one, or returns the one that was created before. Throws 409 'not-rejected', and
 * 409 if the same file has been uploaded again.
 */
export function reviseUpload(context: ClientContext, id: string): Promise<Revision> {
  return callForJson(context, RevisionSchema, `/fileupload${segments(id)}/revision`, { method: 'POST' });
}
