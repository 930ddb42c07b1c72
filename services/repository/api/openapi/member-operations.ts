import {
  AcceptedMembershipSchema,
  ChairsOfferSchema,
  ChairsOwnerSchema,
  ChangedMemberSchema,
  LinkedMembershipSchema,
  NewMemberSchema,
  OwnershipOfferSchema,
  UploadMembersSchema,
} from '@domain/life/co-authors';

import type { Operations } from './operation';

const members = { 200: { description: 'Who shares the upload.', schema: UploadMembersSchema } };
const owner = { 200: { description: 'Whose the submission is.', schema: ChairsOwnerSchema } };
const party = ['vote-own-upload', 'vote-member', 'vote-named'] as const;
const offer = { email: 'other@example.org' };

/** Co-authors of uploads, and handing uploads on. */
export const memberOperations: Operations = {
  'GET /api/fileupload/:id/members': {
    useCases: ['listMembers'],
    summary: 'Who shares an upload',
    description: 'Co-authors do not see open invitations.',
    answers: members,
    examples: [{ title: 'Of an upload', address: '/api/fileupload/3r/members', caller: 'contributor', status: 200 }],
  },
  'POST /api/fileupload/:id/members': {
    useCases: ['inviteMember'],
    summary: 'Invite a co-author',
    description: 'Sends a mail with a link, which is valid for 14 days. Any account may accept.',
    body: NewMemberSchema,
    answers: members,
    refusals: ['right-missing', 'invites-self', 'already-member', 'too-many-members', 'too-many-invitations'],
    examples: [
      {
        title: 'For the whole study',
        address: '/api/fileupload/3r/members',
        caller: 'contributor',
        body: { ...offer, right: 'edit', scope: 'study' },
        status: 200,
      },
    ],
  },
  'PUT /api/fileupload/:id/members/:member': {
    useCases: ['changeMemberRight'],
    summary: 'Change what a co-author may do',
    body: ChangedMemberSchema,
    answers: members,
    refusals: ['right-missing'],
    examples: [
      {
        title: 'Change somebody who was never invited',
        address: '/api/fileupload/3r/members/999',
        caller: 'contributor',
        body: { right: 'read' },
        status: 404,
      },
    ],
  },
  'DELETE /api/fileupload/:id/members/:member': {
    useCases: ['endMember'],
    summary: 'End a membership or an invitation',
    description: 'The owner ends any, a co-author their own.',
    answers: { 204: { description: 'It is ended.' } },
    refusals: ['right-missing'],
    examples: [
      {
        title: 'End somebody who was never invited',
        address: '/api/fileupload/3r/members/999',
        caller: 'contributor',
        status: 404,
      },
    ],
  },
  'POST /api/fileupload/:id/owner': {
    useCases: ['offerOwnership'],
    summary: 'Offer an upload to somebody else',
    description:
      'With the other uploads of its study, their versions and revisions. They change hands when the other person accepts.',
    body: OwnershipOfferSchema,
    answers: members,
    refusals: ['right-missing', 'invites-self', 'offer-open', 'too-many-invitations'],
    examples: [
      { title: 'Offer it', address: '/api/fileupload/3r/owner', caller: 'contributor', body: offer, status: 200 },
    ],
  },
  'DELETE /api/fileupload/:id/owner': {
    useCases: ['endOffer'],
    summary: 'Take the offer of an upload back',
    answers: members,
    refusals: ['right-missing', 'no-offer'],
    examples: [{ title: 'Take it back', address: '/api/fileupload/3r/owner', caller: 'contributor', status: 200 }],
  },
  'GET /api/members/:link': {
    useCases: ['findLinkedMembership'],
    summary: 'What the link of an invitation or offer is about',
    answers: { 200: { description: 'What is shared or offered.', schema: LinkedMembershipSchema } },
    refusals: ['membership-ended'],
    examples: [{ title: 'Ended', address: '/api/members/a-secret-link', status: 410 }],
  },
  'DELETE /api/members/:link': {
    useCases: ['declineMembership'],
    summary: 'Decline an invitation or offer',
    answers: { 204: { description: 'It is declined.' } },
    refusals: ['membership-ended'],
    examples: [{ title: 'Decline one that has ended', address: '/api/members/a-secret-link', status: 410 }],
  },
  'POST /api/members/:link': {
    useCases: ['acceptMembership'],
    summary: 'Accept an invitation or offer',
    description: 'With the account of the caller, whose e-mail address may be another one.',
    answers: { 200: { description: 'What is shared now.', schema: AcceptedMembershipSchema } },
    refusals: ['membership-ended', 'already-yours', 'reviewing-it', 'other-account'],
    examples: [
      { title: 'Accept one that has ended', address: '/api/members/a-secret-link', caller: 'other', status: 410 },
    ],
  },
};

/** Handing submissions on by the chair. */
export const chairsOwnerOperations: Operations = {
  'GET /api/editorial/:id/owner': {
    useCases: ['readOwnerAsChair'],
    summary: 'Whose a submission is',
    answers: owner,
    refusals: party,
    examples: [{ title: 'As an expert', address: '/api/editorial/3r/owner', caller: 'expert1', status: 403 }],
  },
  'POST /api/editorial/:id/owner': {
    useCases: ['offerOwnershipAsChair'],
    summary: 'Offer a submission to somebody with an account',
    description: 'Because the account of its contributor ends, or they ask for it. Both get a mail with the reason.',
    body: ChairsOfferSchema,
    answers: owner,
    refusals: [...party, 'reason-missing', 'account-unknown', 'invites-self', 'already-theirs', 'too-many-invitations'],
    examples: [
      {
        title: 'Offer as an expert',
        address: '/api/editorial/3r/owner',
        caller: 'expert1',
        body: { ...offer, reason: 'The account ends.' },
        status: 403,
      },
    ],
  },
  'DELETE /api/editorial/:id/owner': {
    useCases: ['endOfferAsChair'],
    summary: 'Take an offer back, as the chair',
    answers: owner,
    refusals: [...party, 'no-offer'],
    examples: [{ title: 'Take back as an expert', address: '/api/editorial/3r/owner', caller: 'expert1', status: 403 }],
  },
};
