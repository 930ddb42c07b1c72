import { Hono } from 'hono';

import { CorrectionDecisionSchema, NewCorrectionSchema } from '@domain/api/metadata-corrections';

import { metadataTag } from '../content-tag';
import { correctMetadata, findMetadataCorrection, withdrawCorrection } from '../usecases/life/correct-metadata';
import { judgeCorrection, listWaitingCorrections, readCorrectionToJudge } from '../usecases/life/judge-correction';
import { answerTagged, expectedTags } from './answers';
import { type ApiEnvironment, callerOf, readJson } from './environment';

/** What is done with data sets after they were accepted. */
export const lifeRoutes = new Hono<ApiEnvironment>();

lifeRoutes.get('/api/fileupload/:id/metadata-corrections', async (c) => {
  const state = await findMetadataCorrection(
    callerOf(c, 'findMetadataCorrection'),
    c.get('repository'),
    c.req.param('id'),
  );
  return answerTagged(c, state, metadataTag(state.metadata));
});

lifeRoutes.post('/api/fileupload/:id/metadata-corrections', async (c) => {
  const actor = callerOf(c, 'correctMetadata');
  const correction = { ...(await readJson(c, NewCorrectionSchema)), id: c.req.param('id') };
  return c.json(await correctMetadata(actor, c.get('repository'), correction, expectedTags(c)));
});

lifeRoutes.delete('/api/fileupload/:id/metadata-corrections/proposal', async (c) => {
  await withdrawCorrection(callerOf(c, 'withdrawCorrection'), c.get('repository'), c.req.param('id'));
  return c.body(null, 204);
});

lifeRoutes.get('/api/editorial/corrections', async (c) =>
  c.json(await listWaitingCorrections(callerOf(c, 'listWaitingCorrections'), c.get('repository'))),
);

lifeRoutes.get('/api/editorial/:id/correction', async (c) => {
  const actor = callerOf(c, 'readCorrectionToJudge');
  return c.json(await readCorrectionToJudge(actor, c.get('repository'), c.req.param('id')));
});

lifeRoutes.post('/api/editorial/:id/correction', async (c) => {
  const actor = callerOf(c, 'judgeCorrection');
  const decision = await readJson(c, CorrectionDecisionSchema);
  await judgeCorrection(actor, c.get('repository'), c.req.param('id'), decision);
  return c.body(null, 204);
});
