import { Readable } from 'node:stream';

import { Hono } from 'hono';
import { z } from 'zod';

import { LanguageSchema } from '@domain/language';
import { fileLinks } from '@domain/signposts';

import { listPublishedFiles, openPublishedFile } from '../usecases/publication/published-files';
import { documentPolicy } from './documents';
import { callerOf, checkInput, type ApiEnvironment } from './environment';
import { DataSetNumberSchema } from './search';
import { sendKeptFile } from './send-kept-file';
import { sendWhileMade } from './send-while-made';

/** Language of the labels; by default that of the request. */
export const FileQuerySchema = z.object({ lang: LanguageSchema.optional() });

/** Published tables as single files. */
export const publishedFileRoutes = new Hono<ApiEnvironment>();

publishedFileRoutes.get('/api/search/data/:nr/files', async (c) => {
  const actor = callerOf(c, 'listPublishedFiles');
  const nr = checkInput(c.req.param('nr'), DataSetNumberSchema);
  return c.json(await listPublishedFiles(actor, c.get('repository'), nr, c.get('language')));
});

publishedFileRoutes.get('/api/search/data/:nr/files/:fileName', async (c) => {
  const actor = callerOf(c, 'openPublishedFile');
  const nr = checkInput(c.req.param('nr'), DataSetNumberSchema);
  const { lang } = checkInput(c.req.query(), FileQuerySchema);
  const wants = c.req.raw.method === 'HEAD' ? 'headers' : c.req.header('Range') === undefined ? 'whole' : 'part';
  const input = { nr, fileName: c.req.param('fileName'), wants } as const;
  const file = await openPublishedFile(actor, c.get('repository'), input, lang ?? c.get('language'));
  c.header('Link', fileLinks({ nr, origin: c.get('repository').settings.origin }));
  if (file.hasLabels && !lang) c.header('Vary', 'Accept-Language');
  if (file.isDocument) c.header('Content-Security-Policy', documentPolicy);
  const { content } = file;
  return content === null || content instanceof Readable
    ? sendWhileMade(c, content, file)
    : sendKeptFile(c, c.get('repository'), content, file);
});
