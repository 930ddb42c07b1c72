import { Hono } from 'hono';
import { z } from 'zod';

import { type ProblemFileFormat, ProblemFileFormatSchema } from '@domain/api/problems';
import { Refusal } from '@domain/error-codes';
import { parseUploadId } from '@domain/upload-id';

import { findDistributions } from '../usecases/checks/check-data';
import { downloadProblems } from '../usecases/checks/download-problems';
import { sendOwnFile } from './answers';
import { type ApiEnvironment, checkInput, callerOf } from './environment';

export const ProblemFileQuerySchema = z.object({
  table: z.string().max(500).optional(),
  format: ProblemFileFormatSchema.default('csv'),
});

const contentTypes: Record<ProblemFileFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Problems of a check as a file. */
export const problemFileRoutes = new Hono<ApiEnvironment>();

problemFileRoutes.get('/api/mapping/problems/:id', async (c) => {
  const actor = callerOf(c, 'downloadProblems');
  const { table = null, format } = checkInput(c.req.query(), ProblemFileQuerySchema);
  const input = { id: c.req.param('id'), table, format };
  const { fileName, open } = await downloadProblems(actor, c.get('repository'), input, c.get('language'));
  return sendOwnFile(c, { fileName, type: contentTypes[format], open });
});

/** Distributions of the results of a mapped table (not in the specification). */
export const distributionRoutes = new Hono<ApiEnvironment>();

distributionRoutes.get('/api/mapping/:kind{raw|agg}/:id{[1-9][0-9]{0,8}[ra]}/:table/distributions', async (c) => {
  const actor = callerOf(c, 'findDistributions');
  const { kind, id, table } = c.req.param();
  if (parseUploadId(id)?.kind !== kind) throw new Refusal('not-found');
  return c.json(await findDistributions(actor, c.get('repository'), { id, table }, c.get('language')));
});
