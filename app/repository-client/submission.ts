import { type Revision, RevisionSchema, type UploadReview, UploadReviewSchema } from '@domain/api/reviews';
import { type SubmissionReview, SubmissionReviewSchema, type SubmitOrder } from '@domain/api/submission';
import { type HistoryEntry, HistoryEntrySchema } from '@domain/board/history';
import { type ReviewNote, ReviewNoteSchema } from '@domain/board/notes';

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

/** Saves the answers to requested changes, one for each point. Throws 409 'no-changes-requested' or 'upload-submitted'. */
export function saveAnswers(context: ClientContext, id: string, answers: string[]): Promise<Response> {
  return call(context, `/fileupload${segments(id)}/answers`, { method: 'PUT', json: { answers } });
}

/** What was done with a submission, without names. Throws 404 for uploads of other users. */
export function readOwnHistory(context: ClientContext, id: string): Promise<HistoryEntry[]> {
  return callForJson(context, HistoryEntrySchema.array(), `/fileupload${segments(id)}/history`);
}

/** Notes between the contributor and the board, oldest first. Throws 404 for uploads of other users. */
export function readOwnNotes(context: ClientContext, id: string): Promise<ReviewNote[]> {
  return callForJson(context, ReviewNoteSchema.array(), `/fileupload${segments(id)}/notes`);
}

/** Writes a note to the board. Throws 409 'not-submitted'. */
export function writeOwnNote(context: ClientContext, id: string, text: string): Promise<Response> {
  return call(context, `/fileupload${segments(id)}/notes`, { method: 'POST', json: { text } });
}
