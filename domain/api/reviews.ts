import { z } from 'zod';

import { UploadRightSchema } from '../life/co-authors';
import { maxCommentCharacters, maxRepeats } from '../limits';
import { storableText } from '../text';
import { UploadIdSchema } from '../upload-id';
import { UploadStatusSchema } from '../upload-status';

/** Another upload of the same contributor, related to this one. */
export const RelatedUploadSchema = z.object({
  id: UploadIdSchema,
  fileName: z.string(),
  /** Day of its upload, yyyy-MM-dd. */
  date: z.string(),
  status: UploadStatusSchema,
});
export type RelatedUpload = z.infer<typeof RelatedUploadSchema>;

/** A request for changes, as the contributor and the board see it. */
export const ChangeRequestViewSchema = z.object({
  panel: z.union([z.literal(1), z.literal(2)]).nullable(),
  points: z.array(z.string()),
  /** As many as there are points; '' = not answered yet. */
  answers: z.array(z.string()),
  requestedAt: z.iso.datetime(),
  /** When the contributor handed in again; null while the changes are awaited. */
  closedAt: z.iso.datetime().nullable(),
});
export type ChangeRequestView = z.infer<typeof ChangeRequestViewSchema>;

/** Body of `PUT api/fileupload/{id}/answers`: one answer for each point of the open request. */
export const ChangeAnswersSchema = z.object({
  answers: z.array(z.string().trim().max(maxCommentCharacters).transform(storableText)).max(maxRepeats),
});

const MomentSchema = z.iso.datetime().nullable();

/**
 * Response of `GET api/fileupload/{id}/review` (not in the spec): progress of the review, for the contributor. Voting
 * is blind. Before the decision, only the number of votes is shown; the experts are never named.
 */
export const UploadReviewSchema = z.object({
  id: UploadIdSchema,
  fileName: z.string(),
  status: UploadStatusSchema,
  submittedAt: MomentSchema,
  /** Number of votes cast. */
  votes: z.number().int().min(0).max(2),
  decidedAt: MomentSchema,
  /** Notes of the experts, after the decision; sorted by text, not by panel. '' = no note. */
  notes: z.array(z.string()),
  /** Requests for changes, oldest first; the panels are not told. */
  changes: z.array(ChangeRequestViewSchema).default([]),
  /** Why the chair decided a tie; null otherwise. */
  chairReason: z.string().nullable().default(null),
  /** Letter about the decision, once it was sent. The notes are left out if the chair has edited it. */
  letter: z.object({ text: z.string(), sentAt: z.iso.datetime(), isEdited: z.boolean() }).nullable().default(null),
  /** The chair may still edit the letter, so the notes are not shown yet. */
  awaitsLetter: z.boolean().default(false),
  /** Public number of the data set; null before acceptance. */
  nr: z.number().int().nullable(),
  doi: z.string().nullable(),
  /** Page that the DOI leads to: the resolver, or our own page for a local test DOI. */
  doiUrl: z.string().nullable(),
  /** The DOI is not registered. */
  doiIsTest: z.boolean(),
  publishedAt: MomentSchema,
  /** When the accepted data set was withdrawn; null unless it is. */
  withdrawnAt: MomentSchema.default(null),
  /** Last day of the embargo of an accepted data set, yyyy-MM-dd; null without an embargo that still runs. */
  embargoEnd: z.string().nullable(),
  right: UploadRightSchema.default('own').describe('What the caller may do.'),
  withdrawable: z.boolean(),
  revisable: z.boolean(),
  /** A new version of the data set can be begun. */
  isContinuable: z.boolean().default(false),
  /** Rejected upload that this one revises. */
  revises: RelatedUploadSchema.nullable(),
  /** The newest upload that revises this one. */
  revisedBy: RelatedUploadSchema.nullable(),
  /** Other uploads of the study that are under review or accepted. Because of them the metadata cannot be changed. */
  siblings: z.array(RelatedUploadSchema),
});
export type UploadReview = z.infer<typeof UploadReviewSchema>;

/** Response of `POST api/fileupload/{id}/revision` (not in the spec). */
export const RevisionSchema = z.object({
  /** The upload that revises the rejected one. */
  id: UploadIdSchema,
  status: UploadStatusSchema,
  /** False if it already existed. */
  isNew: z.boolean(),
  /** Another study now uses the title, so the metadata must be saved with a different one. */
  titleTaken: z.boolean(),
});
export type Revision = z.infer<typeof RevisionSchema>;
