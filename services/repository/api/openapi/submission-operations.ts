import { z } from 'zod';

import { ChangeAnswersSchema, RevisionSchema, UploadReviewSchema } from '@domain/api/reviews';
import { SubmissionReviewSchema, SubmitOrderSchema } from '@domain/api/submission';
import { HistoryEntrySchema } from '@domain/board/history';
import { NewContributorNoteSchema, ReviewNoteSchema } from '@domain/board/notes';
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
      ...(['metadata-invalid', 'already-submitted', 'review-outdated', 'former-withdrawn'] as const),
      ...(['version-unchanged', 'news-missing', 'news-too-long', 'rows-missing', 'too-many-submissions'] as const),
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
    answers: { 204: { description: 'Written, or an equal note was written within the last five minutes.' } },
    refusals: ['not-submitted', 'too-many-notes'],
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
