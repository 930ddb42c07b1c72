import { z } from 'zod';

import { EditorialRowSchema, EditorialUploadSchema, VoteSchema } from '@domain/api/editorial';
import { RevisionSchema, UploadReviewSchema } from '@domain/api/reviews';
import { SubmissionReviewSchema, SubmitOrderSchema } from '@domain/api/submission';
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
};

/** Votes of the editorial board. */
export const editorialOperations: Operations = {
  'GET /api/editorial': {
    useCases: ['listSubmissions'],
    summary: 'List the submissions',
    answers: { 200: { description: 'The submissions.', schema: EditorialRowSchema.array() } },
    examples: [
      { title: 'As an expert', address: '/api/editorial', caller: 'expert1', status: 200 },
      { title: 'As a contributor', address: '/api/editorial', caller: 'contributor', status: 403 },
    ],
  },
  'GET /api/editorial/:id': {
    useCases: ['openSubmission'],
    summary: 'Open a submission for a vote',
    description: "The first call starts the caller's vote.",
    answers: { 200: { description: 'The submission and its votes.', schema: EditorialUploadSchema } },
    refusals: ['voting-locked', 'vote-own-upload', 'vote-named'],
  },
  'POST /api/editorial/:id': {
    useCases: ['castVote'],
    summary: 'Vote on a submission',
    body: VoteSchema,
    answers: { 200: { description: 'The submission and its votes.', schema: EditorialUploadSchema } },
    refusals: ['vote-invalid', 'vote-own-upload', 'vote-named', 'voting-locked', 'update-conflict'],
  },
};
