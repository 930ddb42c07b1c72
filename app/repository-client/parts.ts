import { z } from 'zod';

import { ResumableUploadSchema, type ResumableUpload } from '@domain/api/parts';
import type { UploadKind } from '@domain/upload-id';

import { call, callForJson, segments, type CallOptions, type ClientContext } from './transport';

const address = '/fileupload/resumable';

/** Unfinished uploads of the signed-in user, oldest first. */
export function listParts(context: ClientContext): Promise<ResumableUpload[]> {
  return callForJson(context, z.array(ResumableUploadSchema), address);
}

/** How far a part is; waits a moment while it is checked. Throws 404 for another person's part. */
export function readPart(context: ClientContext, id: string): Promise<ResumableUpload> {
  return callForJson(context, ResumableUploadSchema, `${address}${segments(id)}`);
}

/** A request of the tus protocol with its streamed body. */
export type TusRequest = Pick<CallOptions, 'body' | 'headers' | 'signal'> & {
  method: 'HEAD' | 'POST' | 'PATCH' | 'DELETE';
};

/** Starts a resumable upload. The `Location` of the response is its address at the API. */
export function createResumableUpload(
  context: ClientContext,
  kind: UploadKind,
  request: TusRequest,
): Promise<Response> {
  return call(context, `${address}${segments(kind)}`, request);
}

export function callPart(context: ClientContext, id: string, request: TusRequest): Promise<Response> {
  return call(context, `${address}${segments(id)}`, request);
}

/** Removes a part, whatever has arrived of it, or the note that it was refused. */
export function cancelResumableUpload(context: ClientContext, id: string): Promise<Response> {
  return callPart(context, id, { method: 'DELETE', headers: { 'Tus-Resumable': '1.0.0' } });
}
