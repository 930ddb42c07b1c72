import { CorrectionSchema, type Correction } from '@domain/api/corrections';

import { callForJson, segments, type ClientContext } from './transport';

/** What the file in force has changed, and a corrected one on its way. Throws 404 for another person's upload. */
export function findCorrection(context: ClientContext, id: string): Promise<Correction> {
  return callForJson(context, CorrectionSchema, `/fileupload${segments(id)}/correction`);
}

/** Passes the multipart body with a corrected file on untouched, never held in memory. */
export function correctFile(
  context: ClientContext,
  id: string,
  upload: { body: ReadableStream<Uint8Array> | null; headers: Record<string, string>; signal: AbortSignal },
): Promise<Correction> {
  return callForJson(context, CorrectionSchema, `/fileupload${segments(id)}/correction`, { method: 'POST', ...upload });
}
