import { EditorialUploadSchema, type EditorialUpload, type NewChangeRequest, type Vote } from '@domain/api/editorial';
import { SubmissionGlanceSchema, type SubmissionGlance } from '@domain/api/glance';

import { callForJson, segments, type ClientContext } from './transport';

/** A submission with both panels as this expert may see them. Throws 403 'voting-locked' if it is closed. */
export function readSubmission(context: ClientContext, id: string): Promise<EditorialUpload> {
  return callForJson(context, EditorialUploadSchema, `/editorial${segments(id)}`);
}

/** Casts or changes a vote. Throws 409 'update-conflict' if the panel has changed in the meantime. */
export function castVote(context: ClientContext, id: string, vote: Vote): Promise<EditorialUpload> {
  return callForJson(context, EditorialUploadSchema, `/editorial${segments(id)}`, { method: 'POST', json: vote });
}

/** A submission at a glance. Throws 403 if this expert is a party to it. */
export function readGlance(context: ClientContext, id: string): Promise<SubmissionGlance> {
  return callForJson(context, SubmissionGlanceSchema, `/editorial${segments(id)}/glance`);
}

/** Sends a submission back to its contributor with points to change. Refusals as in the repository's use case. */
export function requestChanges(
  context: ClientContext,
  id: string,
  request: NewChangeRequest,
): Promise<EditorialUpload> {
  const options = { method: 'POST' as const, json: request };
  return callForJson(context, EditorialUploadSchema, `/editorial${segments(id)}/changes`, options);
}
