import { Hono } from 'hono';

import {
  HandOverSchema,
  InvitationAnswerSchema,
  NewChangeRequestSchema,
  NewInvitationSchema,
  ReopeningSchema,
  TieDecisionSchema,
  VoteSchema,
} from '@domain/api/editorial';
import { type DecisionLetter, NewLetterSchema } from '@domain/board/letters';
import { NewNoteSchema } from '@domain/board/notes';

import { contentTag } from '../content-tag';
import { decideTie, reopenSubmission } from '../usecases/board/decide';
import { glanceAtSubmission } from '../usecases/board/glance';
import { handOverPanel } from '../usecases/board/hand-over';
import { answerInvitation, declineByLink, findInvitation, inviteExpert } from '../usecases/board/invitations';
import { requestChanges } from '../usecases/board/request-changes';
import { editLetter, postLetter, readLetter } from '../usecases/board/letter';
import { readNotes, writeNote } from '../usecases/board/notes';
import { castVote } from '../usecases/voting/cast-vote';
import { openSubmission } from '../usecases/voting/submissions';
import { answerTagged, expectedTags } from './answers';
import { type ApiContext, readJson, callerOf, type ApiEnvironment } from './environment';

/** Editorial board (spec sections 6 and 7). */
export const editorialRoutes = new Hono<ApiEnvironment>();

/** Before the paths with an id, one of which has the same shape. */
editorialRoutes.get('/api/editorial/invitations/:link', async (c) => {
  callerOf(c, 'findInvitation');
  return c.json(await findInvitation(c.get('repository'), c.req.param('link')));
});

editorialRoutes.post('/api/editorial/invitations/:link', async (c) => {
  callerOf(c, 'declineByLink');
  const { reason } = await readJson(c, InvitationAnswerSchema.pick({ reason: true }));
  await declineByLink(c.get('repository'), c.req.param('link'), reason);
  return c.body(null, 204);
});

editorialRoutes.get('/api/editorial/:id', async (c) =>
  c.json(await openSubmission(callerOf(c, 'openSubmission'), c.get('repository'), c.req.param('id'))),
);

editorialRoutes.post('/api/editorial/:id', async (c) => {
  const actor = callerOf(c, 'castVote');
  const vote = await readJson(c, VoteSchema);
  return c.json(await castVote(actor, c.get('repository'), c.req.param('id'), vote));
});

editorialRoutes.get('/api/editorial/:id/glance', async (c) => {
  const actor = callerOf(c, 'glanceAtSubmission');
  return c.json(await glanceAtSubmission(actor, c.get('repository'), c.req.param('id'), c.get('language')));
});

editorialRoutes.post('/api/editorial/:id/changes', async (c) => {
  const actor = callerOf(c, 'requestChanges');
  const request = await readJson(c, NewChangeRequestSchema);
  return c.json(await requestChanges(actor, c.get('repository'), c.req.param('id'), request));
});

editorialRoutes.post('/api/editorial/:id/invitations', async (c) => {
  const actor = callerOf(c, 'inviteExpert');
  const invitation = await readJson(c, NewInvitationSchema);
  return c.json(await inviteExpert(actor, c.get('repository'), c.req.param('id'), invitation));
});

editorialRoutes.post('/api/editorial/:id/invitation', async (c) => {
  const actor = callerOf(c, 'answerInvitation');
  const answer = await readJson(c, InvitationAnswerSchema);
  return c.json(await answerInvitation(actor, c.get('repository'), c.req.param('id'), answer));
});

editorialRoutes.post('/api/editorial/:id/handover', async (c) => {
  const actor = callerOf(c, 'handOverPanel');
  const order = await readJson(c, HandOverSchema);
  return c.json(await handOverPanel(actor, c.get('repository'), c.req.param('id'), order));
});

editorialRoutes.post('/api/editorial/:id/decision', async (c) => {
  const actor = callerOf(c, 'decideTie');
  const decision = await readJson(c, TieDecisionSchema);
  return c.json(await decideTie(actor, c.get('repository'), c.req.param('id'), decision));
});

editorialRoutes.post('/api/editorial/:id/reopening', async (c) => {
  const actor = callerOf(c, 'reopenSubmission');
  const { reason } = await readJson(c, ReopeningSchema);
  return c.json(await reopenSubmission(actor, c.get('repository'), c.req.param('id'), reason));
});

editorialRoutes.get('/api/editorial/:id/letter', async (c) => {
  const actor = callerOf(c, 'readLetter');
  return answerLetter(c, await readLetter(actor, c.get('repository'), c.req.param('id')));
});

editorialRoutes.put('/api/editorial/:id/letter', async (c) => {
  const actor = callerOf(c, 'editLetter');
  const { text } = await readJson(c, NewLetterSchema);
  const edited = { id: c.req.param('id'), text };
  return answerLetter(c, await editLetter(actor, c.get('repository'), edited, expectedTags(c)));
});

editorialRoutes.post('/api/editorial/:id/letter/sending', async (c) => {
  const actor = callerOf(c, 'postLetter');
  return answerLetter(c, await postLetter(actor, c.get('repository'), c.req.param('id'), expectedTags(c)));
});

/** The tag covers the text alone. */
function answerLetter(c: ApiContext, letter: DecisionLetter): Response {
  return answerTagged(c, letter, contentTag(letter.text));
}

editorialRoutes.get('/api/editorial/:id/notes', async (c) =>
  c.json(await readNotes(callerOf(c, 'readNotes'), c.get('repository'), c.req.param('id'))),
);

editorialRoutes.post('/api/editorial/:id/notes', async (c) => {
  const actor = callerOf(c, 'writeNote');
  await writeNote(actor, c.get('repository'), c.req.param('id'), await readJson(c, NewNoteSchema));
  return c.body(null, 204);
});
