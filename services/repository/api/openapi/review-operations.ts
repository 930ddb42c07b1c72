import { z } from 'zod';

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
import { ChangeAnswersSchema, RevisionSchema, UploadReviewSchema } from '@domain/api/reviews';
import { SubmissionReviewSchema, SubmitOrderSchema } from '@domain/api/submission';
import { HistoryEntrySchema } from '@domain/board/history';
import { NewContributorNoteSchema, NewNoteSchema, ReviewNoteSchema } from '@domain/board/notes';
import { UploadIdSchema } from '@domain/upload-id';
import { UploadStatusSchema } from '@domain/upload-status';

import type { Operations } from './operation';

const SubmittedSchema = z.object({ id: UploadIdSchema, status: UploadStatusSchema });

/** Submission and review, for contributors. */
export const submissionOperations: Operations = {
  'GET /api/submit/:id': {
    useCases: ['reviewSubmission'],
    summary: 'What would be submitted, and what is missing',
    answers: { 200: { description: 'The submission.', schema: SubmissionReviewSchema } },
    examples: [{ title: 'What is missing', address: '/api/submit/3r', caller: 'contributor', status: 200 }],
  },
  'POST /api/submit/:id': {
    useCases: ['submitUpload'],
    summary: 'Submit an upload to the editorial board',
    description: 'The body may be empty. All missing items are listed as `errors`.',
    body: SubmitOrderSchema.optional(),
    answers: { 200: { description: 'Submitted.', schema: SubmittedSchema } },
    refusals: [
      ...(['not-ready', 'not-mapped', 'rows-lost', 'not-checked', 'no-metadata', 'title-taken'] as const),
      ...(['metadata-invalid', 'already-submitted', 'review-outdated'] as const),
    ],
    examples: [{ title: 'Without metadata', address: '/api/submit/3r', caller: 'contributor', body: {}, status: 409 }],
  },
  'DELETE /api/submit/:id': {
    useCases: ['withdrawUpload'],
    summary: 'Withdraw a submission before the first vote',
    answers: { 200: { description: 'Withdrawn.', schema: SubmittedSchema } },
    refusals: ['not-submitted', 'already-voted', 'already-decided'],
    examples: [{ title: 'Not submitted', address: '/api/submit/3r', caller: 'contributor', status: 409 }],
  },
  'GET /api/fileupload/:id/review': {
    useCases: ['findReview'],
    summary: 'State of the review',
    description: 'The number of votes and, after the decision, the notes without names.',
    answers: { 200: { description: 'The review.', schema: UploadReviewSchema } },
    examples: [{ title: 'Not submitted', address: '/api/fileupload/3r/review', caller: 'contributor', status: 200 }],
  },
  'POST /api/fileupload/:id/revision': {
    useCases: ['reviseUpload'],
    summary: 'Revise a rejected upload in a new one',
    description: 'With the file, mapping, comments and metadata of the rejected one, checked again.',
    answers: {
      200: { description: 'The revision that there was already.', schema: RevisionSchema },
      201: { description: 'A new upload.', schema: RevisionSchema, headers: { Location: 'Address of the upload.' } },
    },
    refusals: ['not-rejected', 'file-identical', 'file-identical-own'],
    examples: [{ title: 'Not rejected', address: '/api/fileupload/3r/revision', caller: 'contributor', status: 409 }],
  },
  'PUT /api/fileupload/:id/answers': {
    useCases: ['answerChanges'],
    summary: 'Answer the requested changes',
    description: 'One answer for each point, in their order. They can be saved as often as needed before handing in.',
    body: ChangeAnswersSchema,
    answers: { 204: { description: 'Saved.' } },
    refusals: ['no-changes-requested'],
    examples: [
      {
        title: 'Nothing requested',
        address: '/api/fileupload/3r/answers',
        caller: 'contributor',
        body: { answers: [] },
        status: 409,
      },
    ],
  },
  'GET /api/fileupload/:id/history': {
    useCases: ['listOwnHistory'],
    summary: 'History of a submission, without names and votes',
    answers: { 200: { description: 'The acts in order.', schema: HistoryEntrySchema.array() } },
    examples: [
      { title: 'As its contributor', address: '/api/fileupload/3r/history', caller: 'contributor', status: 200 },
    ],
  },
  'GET /api/fileupload/:id/notes': {
    useCases: ['readOwnNotes'],
    summary: 'Notes between the contributor and the board',
    answers: { 200: { description: 'The notes, oldest first.', schema: ReviewNoteSchema.array() } },
    examples: [
      { title: 'As its contributor', address: '/api/fileupload/3r/notes', caller: 'contributor', status: 200 },
    ],
  },
  'POST /api/fileupload/:id/notes': {
    useCases: ['writeOwnNote'],
    summary: 'Write a note to the board',
    body: NewContributorNoteSchema,
    answers: { 204: { description: 'Written.' } },
    refusals: ['not-submitted'],
    examples: [
      {
        title: 'Not submitted',
        address: '/api/fileupload/3r/notes',
        caller: 'contributor',
        body: { text: 'When will you decide?' },
        status: 409,
      },
    ],
  },
};

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
      ...(['half-changed', 'voting-locked', 'update-conflict'] as const),
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
    answers: { 204: { description: 'Written.' } },
    refusals: ['vote-own-upload', 'vote-named', 'note-unreadable'],
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
