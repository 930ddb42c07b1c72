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

/** A submission with both panels as the asking expert may see them. Throws 403 'voting-locked' where closed. */
export function readSubmission(context: ClientContext, id: string): Promise<EditorialUpload> {
  return callForJson(context, EditorialUploadSchema, `/editorial${segments(id)}`);
}

/** Casts or changes a vote. Throws 409 'update-conflict' when the panel has changed meanwhile. */
export function castVote(context: ClientContext, id: string, vote: Vote): Promise<EditorialUpload> {
  return callForJson(context, EditorialUploadSchema, `/editorial${segments(id)}`, { method: 'POST', json: vote });
}
