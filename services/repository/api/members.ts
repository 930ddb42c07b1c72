import { Hono } from 'hono';
import { z } from 'zod';

import { ChairsOfferSchema, ChangedMemberSchema, NewMemberSchema, OwnershipOfferSchema } from '@domain/life/co-authors';

import { acceptMembership, declineMembership, findLinkedMembership } from '../usecases/members/answer-invitation';
import { changeMemberRight, endMember, inviteMember, listMembers } from '../usecases/members/manage-members';
import {
  endOffer,
  endOfferAsChair,
  offerOwnership,
  offerOwnershipAsChair,
  readOwnerAsChair,
} from '../usecases/members/offer-ownership';
import { type ApiEnvironment, callerOf, checkInput, readJson } from './environment';

/** Co-authors of uploads, and handing uploads on. */
export const memberRoutes = new Hono<ApiEnvironment>();

const MemberPathSchema = z.object({ member: z.coerce.number().int().positive().max(2_147_483_647) });

memberRoutes.get('/api/fileupload/:id/members', async (c) =>
  c.json(await listMembers(callerOf(c, 'listMembers'), c.get('repository'), c.req.param('id'))),
);

memberRoutes.post('/api/fileupload/:id/members', async (c) => {
  const actor = callerOf(c, 'inviteMember');
  const invitation = await readJson(c, NewMemberSchema);
  return c.json(await inviteMember(actor, c.get('repository'), c.req.param('id'), invitation));
});

memberRoutes.put('/api/fileupload/:id/members/:member', async (c) => {
  const actor = callerOf(c, 'changeMemberRight');
  const { member } = checkInput(c.req.param(), MemberPathSchema);
  const { right } = await readJson(c, ChangedMemberSchema);
  return c.json(await changeMemberRight(actor, c.get('repository'), c.req.param('id'), { member, right }));
});

memberRoutes.delete('/api/fileupload/:id/members/:member', async (c) => {
  const actor = callerOf(c, 'endMember');
  const { member } = checkInput(c.req.param(), MemberPathSchema);
  await endMember(actor, c.get('repository'), c.req.param('id'), member);
  return c.body(null, 204);
});

memberRoutes.post('/api/fileupload/:id/owner', async (c) => {
  const actor = callerOf(c, 'offerOwnership');
  const { email } = await readJson(c, OwnershipOfferSchema);
  return c.json(await offerOwnership(actor, c.get('repository'), c.req.param('id'), email));
});

memberRoutes.delete('/api/fileupload/:id/owner', async (c) =>
  c.json(await endOffer(callerOf(c, 'endOffer'), c.get('repository'), c.req.param('id'))),
);

memberRoutes.get('/api/members/:link', async (c) => {
  callerOf(c, 'findLinkedMembership');
  return c.json(await findLinkedMembership(c.get('repository'), c.req.param('link')));
});

memberRoutes.delete('/api/members/:link', async (c) => {
  callerOf(c, 'declineMembership');
  await declineMembership(c.get('repository'), c.req.param('link'));
  return c.body(null, 204);
});

memberRoutes.post('/api/members/:link', async (c) =>
  c.json(await acceptMembership(callerOf(c, 'acceptMembership'), c.get('repository'), c.req.param('link'))),
);

memberRoutes.get('/api/editorial/:id/owner', async (c) =>
  c.json(await readOwnerAsChair(callerOf(c, 'readOwnerAsChair'), c.get('repository'), c.req.param('id'))),
);

memberRoutes.post('/api/editorial/:id/owner', async (c) => {
  const actor = callerOf(c, 'offerOwnershipAsChair');
  const offer = await readJson(c, ChairsOfferSchema);
  return c.json(await offerOwnershipAsChair(actor, c.get('repository'), c.req.param('id'), offer));
});

memberRoutes.delete('/api/editorial/:id/owner', async (c) =>
  c.json(await endOfferAsChair(callerOf(c, 'endOfferAsChair'), c.get('repository'), c.req.param('id'))),
);
