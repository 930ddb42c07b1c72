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
import { packDataSet, packDownload, packDownloadedDataSet, type Package } from '../usecases/downloads/pack-download';
import { checkInput, readJson, callerOf, type ApiContext, type ApiEnvironment } from './environment';
import { DataSetNumberSchema } from './search';
import { sendCounted } from './send-counted';

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
  const input = { id: sessionOf(c), ...item, isHead: isHead(c) };
  return sendPackage(c, await packDownloadedDataSet(actor, c.get('repository'), input));
});

downloadRoutes.get('/api/search/package/:id', async (c) => {
  const actor = callerOf(c, 'packDownload');
  return sendPackage(c, await packDownload(actor, c.get('repository'), { id: sessionOf(c), isHead: isHead(c) }));
});

downloadRoutes.get('/api/search/data/:nr/package', async (c) => {
  const actor = callerOf(c, 'packDataSet');
  const nr = checkInput(c.req.param('nr'), DataSetNumberSchema);
  return sendPackage(c, await packDataSet(actor, c.get('repository'), { nr, isHead: isHead(c) }));
});

const isHead = (c: ApiContext) => c.req.raw.method === 'HEAD';

/** Session id of the address. Invalid ids get 'not-found', like other users' sessions. */
function sessionOf(c: ApiContext): string {
  const id = SessionIdSchema.safeParse(c.req.param('id'));
  if (!id.success) throw new Refusal('not-found');
  return id.data;
}

function sendPackage(c: ApiContext, packed: Package): Promise<Response> {
  return sendCounted(c, { ...packed, mediaType: 'application/zip' });
}
