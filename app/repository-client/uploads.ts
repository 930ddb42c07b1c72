import { z } from 'zod';

import {
  ReceivedFileSchema,
  RowWindowSchema,
  UploadListEntrySchema,
  UploadStateSchema,
  type ReceivedFile,
  type RowWindow,
  type UploadListEntry,
  type UploadState,
} from '@domain/api/uploads';
import type { UploadKind } from '@domain/upload-id';

import { call, callForJson, segments, type ClientContext } from './transport';

/** Uploads of the signed-in user, newest first. */
export function listUploads(context: ClientContext): Promise<UploadListEntry[]> {
  return callForJson(context, z.array(UploadListEntrySchema), '/fileupload/user');
}

/** State of an upload: file, tables, workflow flags. Throws 404 for another person's upload. */
export function readUploadState(context: ClientContext, id: string): Promise<UploadState> {
  return callForJson(context, UploadStateSchema, `/fileupload${segments(id)}/state`);
}

/** Window of rows of a table; `offset` counts from 0. */
export function readRows(
  context: ClientContext,
  id: string,
  window: { table: string; offset: number; limit: number },
): Promise<RowWindow> {
  return callForJson(context, RowWindowSchema, `/fileupload${segments(id)}/rows`, { query: window });
}

export function deleteUpload(context: ClientContext, id: string): Promise<Response> {
  return call(context, `/fileupload${segments(id)}`, { method: 'DELETE' });
}

/**
 * Passes a multipart body on untouched, never held in memory. Answers one entry per file when at least
 * one was taken; throws RepositoryError otherwise, whose problem details list the files as `files`.
 */
export function receiveFiles(
  context: ClientContext,
  kind: UploadKind,
  upload: {
    body: ReadableStream<Uint8Array> | null;
    headers: Record<string, string>;
    signal: AbortSignal;
  },
): Promise<ReceivedFile[]> {
  return callForJson(context, z.array(ReceivedFileSchema), `/fileupload/${kind}`, {
    method: 'POST',
    ...upload,
  });
}

/** The refused files that the problem details of an upload name. */
export function refusedFiles(problem: Record<string, unknown>): ReceivedFile[] {
  const files = z.array(ReceivedFileSchema).safeParse(problem.files);
  return files.success ? files.data : [];
}

/** Hands the upload to the editorial board. */
export function submitUpload(context: ClientContext, id: string): Promise<Response> {
  return call(context, `/submit${segments(id)}`, { method: 'POST' });
}

/** The file as it was uploaded, as a stream. */
export function downloadOriginal(context: ClientContext, id: string, signal: AbortSignal): Promise<Response> {
  return call(context, `/fileupload${segments(id)}/original`, { headers: { Accept: '*/*' }, signal });
}
