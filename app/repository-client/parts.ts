import { z } from 'zod';

import { ResumableUploadSchema, type ResumableUpload } from '@domain/api/parts';
import type { UploadKind } from '@domain/upload-id';

import { call, callForJson, segments, type CallOptions, type ClientContext } from './transport';

const address = '/fileupload/resumable';

/** Unfinished uploads of the signed-in user, oldest first. */
export function listResumableUploads(context: ClientContext): Promise<ResumableUpload[]> {
  return callForJson(context, z.array(ResumableUploadSchema), address);
}

/** State of a resumable upload. Waits briefly while it is being checked. Throws 404 for those of other users. */
export function readResumableUpload(context: ClientContext, id: string): Promise<ResumableUpload> {
  return callForJson(context, ResumableUploadSchema, `${address}${segments(id)}`);
}

/** Request of the tus protocol. Its body is streamed. */
export type TusRequest = Pick<CallOptions, 'body' | 'headers' | 'signal'> & {
  method: 'HEAD' | 'POST' | 'PATCH' | 'DELETE';
};

/** Starts a resumable upload. The `Location` of the response is its address in the API. */
export function createResumableUpload(
  context: ClientContext,
  kind: UploadKind,
  request: TusRequest,
): Promise<Response> {
  return call(context, `${address}${segments(kind)}`, request);
}

/** Sends a request of the tus protocol to a resumable upload. */
export function callResumableUpload(context: ClientContext, id: string, request: TusRequest): Promise<Response> {
  return call(context, `${address}${segments(id)}`, request);
}

/** Removes a resumable upload with the bytes that have arrived, or the record of its refusal. */
export function cancelResumableUpload(context: ClientContext, id: string): Promise<Response> {
  return callResumableUpload(context, id, { method: 'DELETE', headers: { 'Tus-Resumable': '1.0.0' } });
}
