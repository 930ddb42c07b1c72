import { Hono } from 'hono';
import { z } from 'zod';

import { DocumentCommentsSchema } from '@domain/api/documents';
import { Refusal } from '@domain/error-codes';

import {
  addDocuments,
  explainFindings,
  listDocuments,
  openDocument,
  removeDocument,
} from '../usecases/documents/upload-documents';
import { attachment } from './answers';
import { type ApiEnvironment, callerOf, readJson } from './environment';
import { receivedParts } from './read-file-parts';
import { webBody } from './web-body';

/** What a browser may do with a document if it shows it in spite of everything: nothing. */
export const documentPolicy = "sandbox; default-src 'none'";

/** Id of a document. Nothing else is the id of one. */
function documentOf(id: string): string {
  if (!z.uuid().safeParse(id).success) throw new Refusal('not-found');
  return id;
}

/** README and codebook files that go along with an upload. */
export const documentRoutes = new Hono<ApiEnvironment>();

documentRoutes.get('/api/fileupload/:id/documents', async (c) =>
  c.json(await listDocuments(callerOf(c, 'listDocuments'), c.get('repository'), c.req.param('id'))),
);

documentRoutes.post('/api/fileupload/:id/documents', async (c) => {
  const actor = callerOf(c, 'addDocuments');
  const parts = receivedParts(c);
  const input = { id: c.req.param('id'), parts, signal: c.req.raw.signal };
  return c.json(await addDocuments(actor, c.get('repository'), input), 201);
});

documentRoutes.post('/api/fileupload/:id/documents/comments', async (c) => {
  const actor = callerOf(c, 'explainFindings');
  const { comments } = await readJson(c, DocumentCommentsSchema);
  return c.json(await explainFindings(actor, c.get('repository'), { id: c.req.param('id'), comments }));
});

documentRoutes.get('/api/fileupload/:id/documents/:document', async (c) => {
  const input = { id: c.req.param('id'), document: documentOf(c.req.param('document')) };
  const opened = await openDocument(callerOf(c, 'openDocument'), c.get('repository'), input);
  return c.body(webBody(opened.content), 200, {
    'Content-Type': opened.mediaType,
    'Content-Length': String(opened.bytes),
    'Content-Disposition': attachment(opened.name),
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': documentPolicy,
  });
});

documentRoutes.delete('/api/fileupload/:id/documents/:document', async (c) => {
  const input = { id: c.req.param('id'), document: documentOf(c.req.param('document')) };
  await removeDocument(callerOf(c, 'removeDocument'), c.get('repository'), input);
  return c.body(null, 204);
});
