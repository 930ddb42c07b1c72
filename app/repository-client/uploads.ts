import { z } from 'zod';

import { type Correction, CorrectionSchema } from '@domain/api/corrections';
import { type PublicationPreview, PublicationPreviewSchema } from '@domain/api/publication';
import { type ParseOptions, type ParseResult, ParseResultSchema } from '@domain/api/readings';
import { type StorageUse, StorageUseSchema } from '@domain/api/storage';
import {
  type ReceivedFile,
  ReceivedFileSchema,
  type RowWindow,
  RowWindowSchema,
  totalCountHeader,
  type UploadListEntry,
  UploadListEntrySchema,
  type UploadState,
  UploadStateSchema,
} from '@domain/api/uploads';
import { type ColumnSummary, ColumnSummarySchema } from '@domain/column-info';
import { uploadsPerPage } from '@domain/limits';
import type { UploadKind } from '@domain/upload-id';

import { call, callForJson, type ClientContext, segments } from './transport';

/** One page of the signed-in user's uploads. */
export interface UploadListPage {
  /** Newest first. */
  uploads: UploadListEntry[];
  /** Counts from 1. */
  page: number;
  pages: number;
  /** On all pages. */
  total: number;
}

/** A page of the signed-in user's uploads; a page beyond the last is the last. */
export async function listUploads(context: ClientContext, wanted: number): Promise<UploadListPage> {
  const response = await call(context, '/fileupload/user', { query: { page: wanted } });
  const uploads = z.array(UploadListEntrySchema).parse(await response.json());
  // An outside repository without paging returns the whole list, which is then the only page.
  const total = Number(response.headers.get(totalCountHeader) ?? uploads.length);
  const pages = uploads.length === total ? 1 : Math.ceil(total / uploadsPerPage);
  return { uploads, page: Math.min(wanted, pages), pages, total };
}

/** Space that the signed-in user uses, and their limit. */
export function findStorageUse(context: ClientContext): Promise<StorageUse> {
  return callForJson(context, StorageUseSchema, '/fileupload/storage');
}

/** State of an upload: file, tables, workflow flags. Throws 404 for another person's upload. */
export function readUploadState(context: ClientContext, id: string): Promise<UploadState> {
  return callForJson(context, UploadStateSchema, `/fileupload${segments(id)}/state`);
}

/** Has the reading or the check of an own upload tried again now. */
export async function tryAgain(context: ClientContext, id: string): Promise<void> {
  await call(context, `/fileupload${segments(id)}/try-again`, { method: 'POST' });
}

/** Window of rows of a table, of the columns at some places or of all; `offset` and places count from 0. */
export function readRows(
  context: ClientContext,
  id: string,
  { columns, ...window }: { table: string; columns?: readonly number[]; offset: number; limit: number },
): Promise<RowWindow> {
  const query = { ...window, columns: columns?.length ? columns.join(',') : undefined };
  return callForJson(context, RowWindowSchema, `/fileupload${segments(id)}/rows`, { query });
}

/** Some rows of a table by their numbers in the file, of the columns at some places (from 0). */
export function pickRows(
  context: ClientContext,
  id: string,
  { table, columns, rows }: { table: string; columns: readonly number[]; rows: readonly number[] },
): Promise<RowWindow> {
  const query = { table, columns: columns.join(','), rows: rows.join(',') };
  return callForJson(context, RowWindowSchema, `/fileupload${segments(id)}/rows`, { query });
}

/**
 * Summaries of the columns of a table, from index `from` up to, not including, `to`. `exact` = column without
 * estimates.
 */
export function summariseColumns(
  context: ClientContext,
  id: string,
  columns: { table: string; from: number; to: number; exact?: string },
): Promise<ColumnSummary[]> {
  return callForJson(context, z.array(ColumnSummarySchema), `/fileupload${segments(id)}/summary`, { query: columns });
}

/** Window of a table as it would be published by its mapping of this moment; `offset` counts from 0. */
export function previewPublication(
  context: ClientContext,
  id: string,
  window: { table: string; offset: number; limit: number },
): Promise<PublicationPreview> {
  return callForJson(context, PublicationPreviewSchema, `/fileupload${segments(id)}/published`, { query: window });
}

export function deleteUpload(context: ClientContext, id: string): Promise<Response> {
  return call(context, `/fileupload${segments(id)}`, { method: 'DELETE' });
}

/**
 * Streams a multipart body unchanged. Returns one entry per file if at least one was accepted. Throws RepositoryError
 * otherwise, whose problem details list the files as `files`.
 */
export function receiveFiles(
  context: ClientContext,
  kind: UploadKind,
  upload: { body: ReadableStream<Uint8Array> | null; headers: Record<string, string>; signal: AbortSignal },
): Promise<ReceivedFile[]> {
  return callForJson(context, z.array(ReceivedFileSchema), `/fileupload/${kind}`, { method: 'POST', ...upload });
}

/** The refused files that the problem details of an upload name. */
export function refusedFiles(problem: Record<string, unknown>): ReceivedFile[] {
  const files = z.array(ReceivedFileSchema).safeParse(problem.files);
  return files.success ? files.data : [];
}

/** The file as it was uploaded, as a stream. */
export function downloadOriginal(
  context: ClientContext,
  id: string,
  { headers, signal }: { headers: Record<string, string>; signal: AbortSignal },
): Promise<Response> {
  return call(context, `/fileupload${segments(id)}/original`, { headers: { ...headers, Accept: '*/*' }, signal });
}

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

/** How a file was read, and what can be chosen about it. Throws 404 for another person's upload. */
export function findReading(context: ClientContext, id: string): Promise<ParseResult> {
  return callForJson(context, ParseResultSchema, `/fileupload${segments(id)}/reading`);
}

/** Reads a file again; `state` shows whether that is finished. Throws 409 after its submission. */
export function reparseFile(context: ClientContext, id: string, choices: ParseOptions): Promise<ParseResult> {
  return callForJson(context, ParseResultSchema, `/fileupload${segments(id)}/reading`, {
    method: 'POST',
    json: choices,
  });
}
