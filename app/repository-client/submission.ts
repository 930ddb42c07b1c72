import { SubmissionReviewSchema, type SubmissionReview, type SubmitOrder } from '@domain/api/submission';

import { call, callForJson, segments, type ClientContext } from './transport';

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
