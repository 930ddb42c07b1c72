import { Hono } from 'hono';
import { z } from 'zod';

import { type ReceivedFile, totalCountHeader } from '@domain/api/uploads';
import { ParseOptionsSchema } from '@domain/api/readings';
import { Refusal } from '@domain/error-codes';
import { isBeingRead } from '@domain/file-state';
import type { Language } from '@domain/language';
import { maxColumnWindow, maxRowWindow } from '@domain/limits';
import { UploadKindSchema } from '@domain/upload-id';

import { previewPublication } from '../usecases/publication/preview-publication';
import { correctFile, findCorrection } from '../usecases/uploads/correct-file';
import { findUploadState } from '../usecases/uploads/find-upload-state';
import { findStorageUse } from '../usecases/uploads/find-storage-use';
import { deleteUpload, listUploads } from '../usecases/uploads/list-uploads';
import { digestUpload, openOriginal, readUploadRows, summariseColumns } from '../usecases/uploads/read-rows';
import { findReading, reparseFile, tryAgain } from '../usecases/uploads/reading';
import { type ReceivedFileOutcome, receiveFiles } from '../usecases/uploads/receive-files';
import { fileRefusal, streamText } from './answers';
import { type ApiEnvironment, checkInput, readJson, callerOf } from './environment';
import { receivedParts } from './read-file-parts';
import { sendKeptFile } from './send-kept-file';

export const RowWindowQuerySchema = z.object({
  table: z.string().max(500).optional(),
  columns: z
    .string()
    .regex(/^\d{1,6}(,\d{1,6})*$/)
    .max(maxColumnWindow * 7)
    .transform((positions) => positions.split(',').map(Number))
    .optional(),
  offset: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
  limit: z.coerce.number().int().min(1).max(maxRowWindow).default(maxRowWindow),
});

export const PickedRowsSchema = z.object({
  rows: z
    .string()
    .regex(/^\d{1,10}(,\d{1,10})*$/)
    .transform((rows) => rows.split(',').map(Number))
    .pipe(z.array(z.number()).max(maxRowWindow))
    .optional(),
});

export const UploadListQuerySchema = z.object({
  page: z.coerce.number().int().positive().max(2_147_483_647).optional(),
});

export const ColumnWindowQuerySchema = z.object({
  table: z.string().max(500).optional(),
  from: z.coerce.number().int().min(0).default(0),
  to: z.coerce.number().int().min(0).default(Number.MAX_SAFE_INTEGER),
  exact: z.coerce.number().int().min(0).optional(),
});

/** Uploads of the user and, for the editorial board, submitted ones. */
export const uploadRoutes = new Hono<ApiEnvironment>();

uploadRoutes.get('/api/fileupload/user', async (c) => {
  const actor = callerOf(c, 'listUploads');
  const { page = null } = checkInput(c.req.query(), UploadListQuerySchema);
  const { uploads, total } = await listUploads(actor, c.get('repository'), page);
  return c.json(uploads, 200, { [totalCountHeader]: String(total) });
});

uploadRoutes.get('/api/fileupload/storage', async (c) =>
  c.json(await findStorageUse(callerOf(c, 'findStorageUse'), c.get('repository'))),
);

uploadRoutes.post('/api/fileupload/:kind{raw|agg}', async (c) => {
  const actor = callerOf(c, 'receiveFiles');
  const kind = checkInput(c.req.param('kind'), UploadKindSchema);
  const parts = receivedParts(c);
  const outcomes = await receiveFiles(actor, c.get('repository'), { kind, parts });
  const entries = outcomes.map((outcome) => receivedFile(outcome, c.get('language')));
  const taken = outcomes.find(({ id }) => id !== null);
  if (taken) return c.json(entries, 201, { Location: `/api/fileupload/${taken.id}` });
  throw allRefused(outcomes, entries);
});

uploadRoutes.get('/api/fileupload/:id', async (c) => {
  const pieces = await digestUpload(callerOf(c, 'digestUpload'), c.get('repository'), c.req.param('id'));
  return c.body(streamText(pieces), 200, { 'Content-Type': 'application/json' });
});

uploadRoutes.get('/api/fileupload/:id/state', async (c) =>
  c.json(
    await findUploadState(callerOf(c, 'findUploadState'), c.get('repository'), c.req.param('id'), c.get('language')),
  ),
);

uploadRoutes.get('/api/fileupload/:id/rows', async (c) => {
  const actor = callerOf(c, 'readUploadRows');
  const { table = null, columns = null, ...window } = checkInput(c.req.query(), RowWindowQuerySchema);
  const { rows = null } = checkInput(c.req.query(), PickedRowsSchema);
  const input = { id: c.req.param('id'), table, columns, rows, ...window };
  return c.json(await readUploadRows(actor, c.get('repository'), input));
});

uploadRoutes.get('/api/fileupload/:id/published', async (c) => {
  const actor = callerOf(c, 'previewPublication');
  const { table = null, ...window } = checkInput(c.req.query(), RowWindowQuerySchema);
  const input = { id: c.req.param('id'), table, ...window };
  return c.json(await previewPublication(actor, c.get('repository'), input, c.get('language')));
});

uploadRoutes.get('/api/fileupload/:id/summary', async (c) => {
  const actor = callerOf(c, 'summariseColumns');
  const { table = null, exact = null, ...columns } = checkInput(c.req.query(), ColumnWindowQuerySchema);
  const input = { id: c.req.param('id'), table, exact, ...columns };
  return c.json(await summariseColumns(actor, c.get('repository'), input));
});

uploadRoutes.get('/api/fileupload/:id/reading', async (c) =>
  c.json(await findReading(callerOf(c, 'findReading'), c.get('repository'), c.req.param('id'), c.get('language'))),
);

uploadRoutes.post('/api/fileupload/:id/reading', async (c) => {
  const actor = callerOf(c, 'reparseFile');
  const input = { id: c.req.param('id'), choices: await readJson(c, ParseOptionsSchema) };
  const reading = await reparseFile(actor, c.get('repository'), input, c.get('language'));
  return c.json(reading, reading.state === 'ready' || reading.state === 'failed' ? 200 : 202);
});

uploadRoutes.post('/api/fileupload/:id/try-again', async (c) => {
  await tryAgain(callerOf(c, 'tryAgain'), c.get('repository'), c.req.param('id'));
  return c.body(null, 202);
});

uploadRoutes.get('/api/fileupload/:id/original', async (c) => {
  const repository = c.get('repository');
  const file = await openOriginal(callerOf(c, 'openOriginal'), repository, c.req.param('id'));
  const sent = { fileName: file.name, mediaType: 'application/octet-stream', isPublic: false };
  // Its upload may have been deleted a moment ago.
  return sendKeptFile(c, repository, file, { ...sent, lost: 'not-found' });
});

uploadRoutes.delete('/api/fileupload/:id', async (c) => {
  await deleteUpload(callerOf(c, 'deleteUpload'), c.get('repository'), c.req.param('id'));
  return c.body(null, 204);
});

function receivedFile({ name, id, tables, refusal }: ReceivedFileOutcome, language: Language): ReceivedFile {
  return { id, fileName: name, tables, error: refusal && fileRefusal(refusal, language) };
}

/** Refusal of the first file, with all files in `files`. */
function allRefused(outcomes: ReceivedFileOutcome[], files: ReceivedFile[]): Refusal {
  const { code, parameters, extensions, cause } =
    outcomes.flatMap(({ refusal }) => refusal ?? [])[0] ?? new Refusal('file-missing');
  return Object.assign(new Refusal(code, parameters, { ...extensions, files }), { cause });
}

/** Corrected files that replace the file of an upload. */
export const correctionRoutes = new Hono<ApiEnvironment>();

correctionRoutes.get('/api/fileupload/:id/correction', async (c) =>
  c.json(
    await findCorrection(callerOf(c, 'findCorrection'), c.get('repository'), c.req.param('id'), c.get('language')),
  ),
);

correctionRoutes.post('/api/fileupload/:id/correction', async (c) => {
  const actor = callerOf(c, 'correctFile');
  const parts = receivedParts(c);
  const input = { id: c.req.param('id'), parts };
  const correction = await correctFile(actor, c.get('repository'), input, c.get('language'));
  return c.json(correction, correction.pending && isBeingRead(correction.pending.state) ? 202 : 200);
});
