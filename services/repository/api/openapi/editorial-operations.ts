import {
  EditorialUploadSchema,
  HandOverSchema,
  InvitationAnswerSchema,
  LinkedInvitationSchema,
  NewChangeRequestSchema,
  NewInvitationSchema,
  ReopeningSchema,
  TieDecisionSchema,
  VoteSchema,
} from '@domain/api/editorial';
import { SubmissionGlanceSchema } from '@domain/api/glance';
import { NewNoteSchema, ReviewNoteSchema } from '@domain/board/notes';

import type { Operations } from './operation';

/** Votes of the editorial board. */
export const editorialOperations: Operations = {
  'GET /api/editorial/:id': {
    useCases: ['openSubmission'],
    summary: 'Open a submission for a vote',
    description: "The first call starts the caller's vote.",
    answers: { 200: { description: 'The submission and its votes.', schema: EditorialUploadSchema } },
    refusals: ['voting-locked', 'vote-own-upload', 'vote-named'],
    examples: [{ title: 'Not submitted', address: '/api/editorial/3r', caller: 'expert1', status: 404 }],
  },
  'POST /api/editorial/:id': {
    useCases: ['castVote'],
    summary: 'Vote on a submission',
    body: VoteSchema,
    answers: { 200: { description: 'The submission and its votes.', schema: EditorialUploadSchema } },
    refusals: [
      ...(['vote-invalid', 'vote-own-upload', 'vote-named', 'not-impartial'] as const),
      ...(['half-changed', 'voting-locked', 'update-conflict', 'former-withdrawn'] as const),
    ],
    examples: [
      {
        title: 'A vote on what is not submitted',
        address: '/api/editorial/3r',
        caller: 'expert1',
        body: { nr: 1, email: 'expert1@example.org', rating: 1, note: 'Sound data.' },
        status: 404,
      },
    ],
  },
  'GET /api/editorial/:id/glance': {
    useCases: ['glanceAtSubmission'],
    summary: 'A submission at a glance',
    description:
      'Content and check of the file are told while it is under review. `rounds` tells what was changed after each request for changes.',
    answers: { 200: { description: 'What to know before a vote.', schema: SubmissionGlanceSchema } },
    refusals: ['vote-own-upload', 'vote-named'],
    examples: [{ title: 'Not submitted', address: '/api/editorial/3r/glance', caller: 'expert1', status: 404 }],
  },
  'POST /api/editorial/:id/changes': {
    useCases: ['requestChanges'],
    summary: 'Ask the contributor for changes',
    body: NewChangeRequestSchema,
    answers: { 200: { description: 'The submission and its votes.', schema: EditorialUploadSchema } },
    refusals: [
      'vote-own-upload',
      'vote-named',
      'voting-locked',
      'vote-saved',
      'update-conflict',
      'not-impartial',
      'points-missing',
      'too-many-points',
    ],
    examples: [
      {
        title: 'Not submitted',
        address: '/api/editorial/3r/changes',
        caller: 'expert1',
        body: { panel: 1, points: ['Name the units.'], isImpartial: true },
        status: 404,
      },
    ],
  },
  'POST /api/editorial/:id/invitations': {
    useCases: ['inviteExpert'],
    summary: 'Invite an expert, as the chair',
    body: NewInvitationSchema,
    answers: { 200: { description: 'The submission and its votes.', schema: EditorialUploadSchema } },
    refusals: [
      'vote-own-upload',
      'vote-named',
      'voting-locked',
      'panels-taken',
      'panel-taken',
      'expert-unknown',
      'expert-involved',
    ],
    examples: [
      {
        title: 'Not the chair',
        address: '/api/editorial/3r/invitations',
        caller: 'expert1',
        body: { panel: 1, email: 'expert2@example.org' },
        status: 403,
      },
    ],
  },
  'POST /api/editorial/:id/invitation': {
    useCases: ['answerInvitation'],
    summary: 'Accept or decline an invitation',
    body: InvitationAnswerSchema,
    answers: { 200: { description: 'The submission and its votes.', schema: EditorialUploadSchema } },
    refusals: ['vote-own-upload', 'vote-named', 'invitation-ended'],
    examples: [
      {
        title: 'Not submitted',
        address: '/api/editorial/3r/invitation',
        caller: 'expert1',
        body: { answer: 'accept' },
        status: 404,
      },
    ],
  },
  'GET /api/editorial/invitations/:link': {
    useCases: ['findInvitation'],
    summary: 'The invitation of a link in a mail',
    answers: { 200: { description: 'The invitation.', schema: LinkedInvitationSchema } },
    refusals: ['invitation-ended'],
    examples: [{ title: 'Ended', address: '/api/editorial/invitations/a-secret-link', status: 410 }],
  },
  'POST /api/editorial/invitations/:link': {
    useCases: ['declineByLink'],
    summary: 'Decline an invitation by its link',
    body: InvitationAnswerSchema.pick({ reason: true }),
    answers: { 204: { description: 'Declined.' } },
    refusals: ['invitation-ended'],
    examples: [
      {
        title: 'Declined too late',
        address: '/api/editorial/invitations/a-secret-link',
        body: { reason: '' },
        status: 410,
      },
    ],
  },
  'POST /api/editorial/:id/handover': {
    useCases: ['handOverPanel'],
    summary: 'Hand a panel over, or take over one that is overdue',
    description: 'The vote of the panel stays in the history only.',
    body: HandOverSchema,
    answers: { 200: { description: 'The submission and its votes.', schema: EditorialUploadSchema } },
    refusals: ['vote-own-upload', 'vote-named', 'voting-locked', 'panel-empty', 'not-overdue', 'reason-missing'],
    examples: [
      {
        title: 'Not submitted',
        address: '/api/editorial/3r/handover',
        caller: 'expert1',
        body: { panel: 1, reason: 'No time.' },
        status: 404,
      },
    ],
  },
  'POST /api/editorial/:id/decision': {
    useCases: ['decideTie'],
    summary: 'Decide a tie, as the chair',
    body: TieDecisionSchema,
    answers: { 200: { description: 'The submission and its votes.', schema: EditorialUploadSchema } },
    refusals: [
      'vote-own-upload',
      'vote-named',
      'no-tie',
      'half-changed',
      'chair-votes',
      'tie-too-early',
      'tie-not-heard',
      'reason-missing',
      'former-withdrawn',
    ],
    examples: [
      {
        title: 'Not the chair',
        address: '/api/editorial/3r/decision',
        caller: 'expert1',
        body: { rating: 1, reason: 'Both were heard.' },
        status: 403,
      },
    ],
  },
  'POST /api/editorial/:id/reopening': {
    useCases: ['reopenSubmission'],
    summary: 'Open a decided or returned submission again, as the chair',
    body: ReopeningSchema,
    answers: { 200: { description: 'The submission and its votes.', schema: EditorialUploadSchema } },
    refusals: [
      'vote-own-upload',
      'vote-named',
      'not-reopenable',
      'not-ready',
      'reason-missing',
      'already-revised',
      'title-taken',
      'file-identical',
    ],
    examples: [
      {
        title: 'Not the chair',
        address: '/api/editorial/3r/reopening',
        caller: 'expert1',
        body: { reason: 'A mistake.' },
        status: 403,
      },
    ],
  },
  'GET /api/editorial/:id/notes': {
    useCases: ['readNotes'],
    summary: 'Notes about a submission',
    answers: { 200: { description: 'The notes, oldest first.', schema: ReviewNoteSchema.array() } },
    refusals: ['vote-own-upload', 'vote-named'],
    examples: [{ title: 'Not submitted', address: '/api/editorial/3r/notes', caller: 'expert1', status: 404 }],
  },
  'POST /api/editorial/:id/notes': {
    useCases: ['writeNote'],
    summary: 'Write a note about a submission',
    body: NewNoteSchema,
    answers: { 204: { description: 'Written, or an equal note was written within the last five minutes.' } },
    refusals: ['vote-own-upload', 'vote-named', 'note-unreadable', 'too-many-notes'],
    examples: [
      {
        title: 'A note on what is not submitted',
        address: '/api/editorial/3r/notes',
        caller: 'expert1',
        body: { readers: 'expert', text: 'Did you see row 12?' },
        status: 404,
      },
    ],
  },
};
