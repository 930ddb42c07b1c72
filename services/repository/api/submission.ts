import { Hono } from 'hono';

import { ChangeAnswersSchema } from '@domain/api/reviews';
import { SubmitOrderSchema } from '@domain/api/submission';
import { NewContributorNoteSchema } from '@domain/board/notes';

import { listOwnHistory } from '../usecases/board/history';
import { readOwnNotes, writeOwnNote } from '../usecases/board/notes';
import { answerChanges } from '../usecases/board/request-changes';
import { findReview } from '../usecases/submission/find-review';
import { reviewSubmission } from '../usecases/submission/review-submission';
import { reviseUpload } from '../usecases/submission/revise-upload';
import { submitUpload, withdrawUpload } from '../usecases/submission/submit-upload';
import { type ApiEnvironment, readJson, callerOf } from './environment';

/** Submission of an upload by its owner (spec section 7), and the page that reviews it before. */
export const submitRoutes = new Hono<ApiEnvironment>();

submitRoutes.get('/api/submit/:id', async (c) => {
  const actor = callerOf(c, 'reviewSubmission');
  return c.json(await reviewSubmission(actor, c.get('repository'), c.req.param('id'), c.get('language')));
});

submitRoutes.post('/api/submit/:id', async (c) => {
  const actor = callerOf(c, 'submitUpload');
  const order = (await readJson(c, SubmitOrderSchema.optional())) ?? {};
  const submitted = { ...order, id: c.req.param('id') };
  return c.json(await submitUpload(actor, c.get('repository'), submitted, c.get('language')));
});

/** Review as the contributor sees it, withdrawal and revision (not in the specification). */
export const reviewRoutes = new Hono<ApiEnvironment>();

reviewRoutes.get('/api/fileupload/:id/review', async (c) =>
  c.json(await findReview(callerOf(c, 'findReview'), c.get('repository'), c.req.param('id'))),
);

reviewRoutes.post('/api/fileupload/:id/revision', async (c) => {
  const revision = await reviseUpload(callerOf(c, 'reviseUpload'), c.get('repository'), c.req.param('id'));
  const created = { Location: `/api/fileupload/${revision.id}` };
  return c.json(revision, revision.isNew ? 201 : 200, created);
});

reviewRoutes.delete('/api/submit/:id', async (c) =>
  c.json(await withdrawUpload(callerOf(c, 'withdrawUpload'), c.get('repository'), c.req.param('id'))),
);

reviewRoutes.put('/api/fileupload/:id/answers', async (c) => {
  const actor = callerOf(c, 'answerChanges');
  const { answers } = await readJson(c, ChangeAnswersSchema);
  await answerChanges(actor, c.get('repository'), c.req.param('id'), answers);
  return c.body(null, 204);
});

reviewRoutes.get('/api/fileupload/:id/history', async (c) =>
  c.json(await listOwnHistory(callerOf(c, 'listOwnHistory'), c.get('repository'), c.req.param('id'))),
);

reviewRoutes.get('/api/fileupload/:id/notes', async (c) =>
  c.json(await readOwnNotes(callerOf(c, 'readOwnNotes'), c.get('repository'), c.req.param('id'))),
);

reviewRoutes.post('/api/fileupload/:id/notes', async (c) => {
  const actor = callerOf(c, 'writeOwnNote');
  const { text } = await readJson(c, NewContributorNoteSchema);
  await writeOwnNote(actor, c.get('repository'), c.req.param('id'), text);
  return c.body(null, 204);
});
