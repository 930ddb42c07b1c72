import { type Revision, RevisionSchema, type UploadReview, UploadReviewSchema } from '@domain/api/reviews';
import { type SubmissionReview, SubmissionReviewSchema, type SubmitOrder } from '@domain/api/submission';

import { call, callForJson, type ClientContext, segments } from './transport';

/** Content of the submission of an upload, and what is missing. Throws 404 for another person's upload. */
export function readSubmission(context: ClientContext, id: string): Promise<SubmissionReview> {
  return callForJson(context, SubmissionReviewSchema, `/submit${segments(id)}`);
}

/**
 * Hands an upload to the editorial board, as it was looked at and with others of its study. Throws 409
 * 'review-outdated' or 'already-submitted', or what is missing with its list as `errors`.
 */
export function submitUpload(context: ClientContext, id: string, order: SubmitOrder): Promise<Response> {
  return call(context, `/submit${segments(id)}`, { method: 'POST', json: order });
}

/** How far the review of the user's own upload is. Throws 404 for another person's upload. */
export function readReview(context: ClientContext, id: string): Promise<UploadReview> {
  return callForJson(context, UploadReviewSchema, `/fileupload${segments(id)}/review`);
}

/** Takes the upload back from the editorial board. Throws 409 'already-voted', 'already-decided', 'not-submitted'. */
export function withdrawUpload(context: ClientContext, id: string): Promise<Response> {
  return call(context, `/submit${segments(id)}`, { method: 'DELETE' });
}

/**
 * Creates a new upload from a rejected one, or returns the existing one. Throws 409 'not-rejected', and for identical
 * files.
 */
export function reviseUpload(context: ClientContext, id: string): Promise<Revision> {
  return callForJson(context, RevisionSchema, `/fileupload${segments(id)}/revision`, { method: 'POST' });
}
