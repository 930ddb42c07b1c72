import { type DocumentComment, type UploadDocument, UploadDocumentsSchema } from '@domain/api/documents';

import { call, callForJson, type ClientContext, segments } from './transport';

/** README and codebook files of an upload. Throws 404 for uploads of others, 403 'not-reviewing' for parties to it. */
export function listDocuments(context: ClientContext, id: string): Promise<UploadDocument[]> {
  return callForJson(context, UploadDocumentsSchema, `/fileupload${segments(id)}/documents`);
}

/**
 * Streams a multipart body with documents unchanged. Throws the refusal of the first one that is not taken; then none
 * is.
 */
export function addDocuments(
  context: ClientContext,
  id: string,
  upload: { body: ReadableStream<Uint8Array> | null; headers: Record<string, string>; signal: AbortSignal },
): Promise<UploadDocument[]> {
  const address = `/fileupload${segments(id)}/documents`;
  return callForJson(context, UploadDocumentsSchema, address, { method: 'POST', ...upload });
}

/** Removes a document. Throws 404 if it is gone, 409 after the submission. */
export function removeDocument(context: ClientContext, id: string, document: string): Promise<Response> {
  return call(context, `/fileupload${segments(id)}/documents${segments(document)}`, { method: 'DELETE' });
}

/** Saves comments on findings. Throws 409 'no-such-finding' if a document was replaced in the meantime. */
export function explainFindings(
  context: ClientContext,
  id: string,
  comments: readonly DocumentComment[],
): Promise<UploadDocument[]> {
  const address = `/fileupload${segments(id)}/documents/comments`;
  return callForJson(context, UploadDocumentsSchema, address, { method: 'POST', json: { comments } });
}

/** A document as a stream. */
export function downloadDocument(
  context: ClientContext,
  id: string,
  document: string,
  signal: AbortSignal,
): Promise<Response> {
  const address = `/fileupload${segments(id)}/documents${segments(document)}`;
  return call(context, address, { headers: { Accept: '*/*' }, signal });
}
