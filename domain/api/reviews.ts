import { z } from 'zod';

import { UploadIdSchema } from '../upload-id';
import { UploadStatusSchema } from '../upload-status';

/** Another upload of the same contributor that an upload has to do with. */
export const RelatedUploadSchema = z.object({
  id: UploadIdSchema,
  fileName: z.string(),
  /** Day of its upload, yyyy-MM-dd */
  date: z.string(),
  status: UploadStatusSchema,
});
export type RelatedUpload = z.infer<typeof RelatedUploadSchema>;

const MomentSchema = z.iso.datetime().nullable();

/**
 * Answer of `GET api/fileupload/{id}/review` (ours): how far the review of an upload is, for its
 * contributor. Voting is blind: until it is decided there is nothing of a vote but that it is there, and
 * never anything that tells whose it is.
 */
export const UploadReviewSchema = z.object({
  id: UploadIdSchema,
  fileName: z.string(),
  status: UploadStatusSchema,
  submittedAt: MomentSchema,
  /** How many of the two votes are there. */
  votes: z.number().int().min(0).max(2),
  decidedAt: MomentSchema,
  /** What the experts have written, once it is decided: by the texts, not by the panels; '' = no note. */
  notes: z.array(z.string()),
  /** Public number of the data set, once it is accepted. */
  nr: z.number().int().nullable(),
  doi: z.string().nullable(),
  /** Page the DOI leads to: the resolver, or our own page for a local test DOI. */
  doiUrl: z.string().nullable(),
  /** The DOI is registered nowhere. */
  doiIsTest: z.boolean(),
  publishedAt: MomentSchema,
  /** Last day of the embargo an accepted data set waits for, yyyy-MM-dd; null when it waits for none. */
  embargoEnd: z.string().nullable(),
  withdrawable: z.boolean(),
  revisable: z.boolean(),
  /** Rejected upload that this one revises. */
  revises: RelatedUploadSchema.nullable(),
  /** The newest upload that revises this one. */
  revisedBy: RelatedUploadSchema.nullable(),
  /** Other uploads of the study that are with the editorial board or accepted: its metadata are closed. */
  mates: z.array(RelatedUploadSchema),
});
export type UploadReview = z.infer<typeof UploadReviewSchema>;

/** Answer of `POST api/fileupload/{id}/revision` (ours). */
export const RevisionSchema = z.object({
  /** The upload that revises the rejected one. */
  id: UploadIdSchema,
  status: UploadStatusSchema,
  /** False when it was there already. */
  isNew: z.boolean(),
  /** Somebody uses the title by now: the metadata have to be saved with another one. */
  titleTaken: z.boolean(),
});
export type Revision = z.infer<typeof RevisionSchema>;
