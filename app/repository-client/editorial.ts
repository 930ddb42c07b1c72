import { z } from 'zod';

import {
  EditorialRowSchema,
  EditorialUploadSchema,
  type EditorialRow,
  type EditorialUpload,
  type Vote,
} from '@domain/api/editorial';

import { callForJson, segments, type ClientContext } from './transport';

/** Submissions of the editorial board; experts only. */
export function listSubmissions(context: ClientContext): Promise<EditorialRow[]> {
  return callForJson(context, z.array(EditorialRowSchema), '/editorial');
}

/** A submission with both panels as this expert may see them. Throws 403 'voting-locked' if it is closed. */
export function readSubmission(context: ClientContext, id: string): Promise<EditorialUpload> {
  return callForJson(context, EditorialUploadSchema, `/editorial${segments(id)}`);
}

/** Casts or changes a vote. Throws 409 'update-conflict' if the panel has changed in the meantime. */
export function castVote(context: ClientContext, id: string, vote: Vote): Promise<EditorialUpload> {
  return callForJson(context, EditorialUploadSchema, `/editorial${segments(id)}`, { method: 'POST', json: vote });
}
