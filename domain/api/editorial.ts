import { z } from 'zod';

import { TextLanguageSchema } from '../language';
import { maxCommentCharacters } from '../limits';
import { storableText } from '../text';
import { UploadIdSchema } from '../upload-id';
import { ReviewStandingSchema } from '../review-standing';
import { ListedStatusSchema } from '../upload-status';
import { RelatedUploadSchema } from './reviews';

const PanelSchema = z.union([z.literal(1), z.literal(2)]);
const RatingSchema = z.union([z.literal(1), z.literal(2)]);
const ExpertColumnSchema = z.union([z.literal('C'), RatingSchema]);

/** Row of `GET api/editorial` (spec section 3, 'Upload row'). */
export const EditorialRowSchema = z.object({
  id: UploadIdSchema,
  nr: z.number().int().nullable(),
  status: ListedStatusSchema,
  /** Day of submission, yyyy-MM-dd. */
  date: z.string(),
  /** File name. */
  datei: z.string(),
  title: z.string().nullable(),
  titleLanguage: TextLanguageSchema.default(''),
  doi: z.string().nullable(),
  n: z.number().int().nullable(),
  typ: z.enum(['RAW', 'AGG']),
  hasMapping: z.boolean(),
  hasErrors: z.boolean(),
  hasMeta: z.boolean(),
  rights: z.array(z.string()),
  /** E-mail address of the contributor. */
  email: z.string(),
  /** 'C' (open) if the submission is the expert's own or names the expert. */
  e1: ExpertColumnSchema,
  e2: ExpertColumnSchema,
  /** Relation of the requesting expert to the submission. */
  standing: ReviewStandingSchema.default('board'),
});
export type EditorialRow = z.infer<typeof EditorialRowSchema>;

/** A panel as the requesting expert may see it. Rating and note of the other expert are null until they may be seen. */
export const PanelViewSchema = z.object({
  id: UploadIdSchema,
  nr: PanelSchema,
  /** E-mail address of the panel's owner; null if the panel is empty. */
  email: z.string().nullable(),
  rating: RatingSchema.nullable(),
  note: z.string().nullable(),
  /** `yyyy-MM-dd hh:mm:ss a` in the configured time zone. */
  start: z.string().nullable(),
  end: z.string().nullable(),
  version: z.number().int(),
  mine: z.boolean(),
  /** The requesting expert may save a vote here now. */
  editable: z.boolean(),
  /** There is a vote, but it is not shown yet (blind voting). */
  hidden: z.boolean(),
});
export type PanelView = z.infer<typeof PanelViewSchema>;

/** Response of `GET` and `POST api/editorial/{id}`. */
export const EditorialUploadSchema = z.object({
  upload: EditorialRowSchema,
  /** Empty if the submission is the expert's own or names the expert. */
  votes: z.array(PanelViewSchema),
  /** Rejected upload that this one revises. */
  revises: RelatedUploadSchema.nullable().default(null),
});
export type EditorialUpload = z.infer<typeof EditorialUploadSchema>;

/** Body of `POST api/editorial/{id}`. */
export const VoteSchema = z.object({
  nr: PanelSchema,
  email: z.string().min(1).max(320),
  rating: RatingSchema,
  note: z.string().max(maxCommentCharacters).transform(storableText).default(''),
  /**
   * Version of the panel that this vote replaces; 0 for an empty panel. Without it (it is not in the specification), the
   * panel must not have changed since `start`.
   */
  version: z.number().int().min(0).optional(),
  /** When the expert began, as in `PanelView`, or later. */
  start: z.string().max(maxCommentCharacters).nullish(),
  /** End of the vote that this one replaces, as in `PanelView`. */
  end: z.string().max(maxCommentCharacters).nullish(),
});
export type Vote = z.infer<typeof VoteSchema>;
