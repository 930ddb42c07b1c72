import { RevisionSchema, UploadReviewSchema, type Revision, type UploadReview } from '@domain/api/reviews';

import { call, callForJson, segments, type ClientContext } from './transport';

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
