import { Readable } from 'node:stream';

import { Hono } from 'hono';
import { z } from 'zod';

import { ProblemFileFormatSchema, type ProblemFileFormat } from '@domain/api/problem-files';

import { downloadProblems } from '../usecases/download-problems';
import { attachment } from './attachment';
import { checkInput, requireActor, type ApiEnvironment } from './environment';

const ProblemFileQuerySchema = z.object({
  table: z.string().max(500).optional(),
  format: ProblemFileFormatSchema.default('csv'),
});

const contentTypes: Record<ProblemFileFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** The problems of a check as a file: for the upload's owner and, once submitted, the editorial board. */
export const problemFileRoutes = new Hono<ApiEnvironment>();

problemFileRoutes.get('/api/mapping/problems/:id', async (c) => {
  const actor = requireActor(c);
  const { table = null, format } = checkInput(c.req.query(), ProblemFileQuerySchema);
  const input = { id: c.req.param('id'), table, format };
  const { fileName, open } = await downloadProblems(actor, c.get('repository'), input, c.get('language'));
  return c.body(Readable.toWeb(open()) as ReadableStream<Uint8Array>, 200, {
    'Content-Type': contentTypes[format],
    'Content-Disposition': attachment(fileName),
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
  });
});
