import { CorrectionSchema, type Correction } from '@domain/api/corrections';

import { callForJson, segments, type ClientContext } from './transport';

/** Changes of the current file, and the corrected file that is being read. Throws 404 for another person's upload. */
export function findCorrection(context: ClientContext, id: string): Promise<Correction> {
  return callForJson(context, CorrectionSchema, `/fileupload${segments(id)}/correction`);
}

/** Streams the multipart body with a corrected file unchanged. */
export function correctFile(
  context: ClientContext,
  id: string,
  upload: { body: ReadableStream<Uint8Array> | null; headers: Record<string, string>; signal: AbortSignal },
): Promise<Correction> {
  return callForJson(context, CorrectionSchema, `/fileupload${segments(id)}/correction`, { method: 'POST', ...upload });
}
