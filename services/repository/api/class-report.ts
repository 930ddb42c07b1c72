import { Hono } from 'hono';

import { ClassRequestSchema } from '@domain/api/class-report';
import { maxClassFileBytes } from '@domain/limits';
import { localDay } from '@domain/local-time';

import { classTooLarge } from '../class-report/read-class';
import { exportClassReport, listClassTargets, reportClass, takeClass } from '../usecases/norms/compare-class';
import { openCurves } from '../norms/open-curves';
import { sendOwnFile } from './answers';
import { type ApiContext, type ApiEnvironment, callerOf, readBytes, readJson } from './environment';

/** Classes that are compared with the norms. Nothing of them is kept, so nobody keeps the answers either. */
export const classReportRoutes = new Hono<ApiEnvironment>();

classReportRoutes.use('/api/norms/class/*', async (c, next) => {
  await next();
  if (c.req.method === 'POST') c.header('Cache-Control', 'no-store');
});

classReportRoutes.get('/api/norms/class/targets', (c) => {
  callerOf(c, 'listClassTargets');
  return c.json(listClassTargets(c.get('language')));
});

classReportRoutes.post('/api/norms/class/tables', async (c) => {
  const actor = callerOf(c, 'takeClass');
  const bytes = await readBytes(c, maxClassFileBytes, classTooLarge);
  const taken = await takeClass(actor, c.get('repository'), bytes, callOf(c));
  return c.json(taken);
});

classReportRoutes.post('/api/norms/class/report', async (c) => {
  const actor = callerOf(c, 'reportClass');
  const request = await readJson(c, ClassRequestSchema);
  return c.json(await reportClass(actor, c.get('repository'), request, placing(c)));
});

classReportRoutes.post('/api/norms/class/report.xlsx', async (c) => {
  const actor = callerOf(c, 'exportClassReport');
  const repository = c.get('repository');
  const request = await readJson(c, ClassRequestSchema);
  const open = await exportClassReport(actor, repository, request, placing(c));
  const day = localDay(repository.now(), repository.settings.timeZone);
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  return sendOwnFile(c, { fileName: `motothek-${day}.xlsx`, type, open });
});

function callOf(c: ApiContext) {
  return { language: c.get('language'), signal: c.req.raw.signal };
}

function placing(c: ApiContext) {
  const repository = c.get('repository');
  return { ...callOf(c), openCurves: () => openCurves(repository) };
}
