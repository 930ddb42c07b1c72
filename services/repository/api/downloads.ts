import { Readable } from 'node:stream';

import { Hono } from 'hono';
import { z } from 'zod';

import { DownloadRequestSchema, DownloadSelectionSchema, SessionIdSchema } from '@domain/api/downloads';
import { Refusal } from '@domain/error-codes';

import {
  listDownloadedDataSets,
  listDownloads,
  openDownload,
  showDownload,
  startDownload,
} from '../usecases/downloads/download-session';
import { packDownload, packDownloadedDataSet, type Package } from '../usecases/downloads/pack-download';
import { checkInput, readJson, callerOf, type ApiContext, type ApiEnvironment } from './environment';

const ItemSchema = z.object({ nr: z.coerce.number().int().positive().max(2_147_483_647), fileName: z.string() });

const packageAddress = (session: string) => `/api/search/package/${session}`;

/** Downloads of the signed-in user. */
export const downloadRoutes = new Hono<ApiEnvironment>();

downloadRoutes.post('/api/search/download', async (c) => {
  const actor = callerOf(c, 'startDownload');
  const chosen = DownloadSelectionSchema.safeParse(await readJson(c, z.unknown()));
  if (!chosen.success) throw new Refusal('nothing-selected');
  const { session, open, fileName } = await startDownload(actor, c.get('repository'), chosen.data);
  return open
    ? c.text(fileName, 201, { Location: packageAddress(session) })
    : c.text(fileName, 202, { Location: `/file-download/${session}` });
});

downloadRoutes.get('/api/search/downloads/:id', async (c) =>
  c.json(await showDownload(callerOf(c, 'showDownload'), c.get('repository'), sessionOf(c))),
);

downloadRoutes.post('/api/search/downloads/:id', async (c) => {
  const actor = callerOf(c, 'openDownload');
  const id = sessionOf(c);
  const request = DownloadRequestSchema.safeParse(await readJson(c, z.unknown()));
  if (!request.success) {
    const fields = new Set(request.error.issues.map(({ path }) => String(path[0] ?? '')));
    throw new Refusal('download-form-invalid', {}, { errors: [...fields].map((field) => ({ path: field })) });
  }
  if (request.data.session !== id) throw new Refusal('bad-request');
  const { session, fileName } = await openDownload(actor, c.get('repository'), request.data);
  return c.text(fileName, 201, { Location: packageAddress(session) });
});

downloadRoutes.get('/api/search/mydownloads', async (c) =>
  c.json(await listDownloads(callerOf(c, 'listDownloads'), c.get('repository'))),
);
downloadRoutes.get('/api/search/mydownloads/', async (c) =>
  c.json(await listDownloads(callerOf(c, 'listDownloads'), c.get('repository'))),
);

downloadRoutes.get('/api/search/mydownloads/rows', async (c) =>
  c.json(await listDownloadedDataSets(callerOf(c, 'listDownloadedDataSets'), c.get('repository'))),
);

downloadRoutes.get('/api/search/mydownload/:id/:nr/:fileName', async (c) => {
  const actor = callerOf(c, 'packDownloadedDataSet');
  const item = checkInput(c.req.param(), ItemSchema);
  return sendPackage(c, await packDownloadedDataSet(actor, c.get('repository'), { id: sessionOf(c), ...item }));
});

downloadRoutes.get('/api/search/package/:id', async (c) =>
  sendPackage(c, await packDownload(callerOf(c, 'packDownload'), c.get('repository'), sessionOf(c))),
);

/** Session id of the address. Invalid ids get 'not-found', like other users' sessions. */
function sessionOf(c: ApiContext): string {
  const id = SessionIdSchema.safeParse(c.req.param('id'));
  if (!id.success) throw new Refusal('not-found');
  return id.data;
}

function sendPackage(c: ApiContext, { fileName, open }: Package): Response {
  const headers = {
    'Content-Type': 'application/zip',
    'Content-Disposition': `attachment; filename="${fileName}"`,
    'Cache-Control': 'private, no-store',
  };
  return c.body(Readable.toWeb(open()) as ReadableStream<Uint8Array>, 200, headers);
}
