import { z } from 'zod';

import { TextLanguageSchema, TranslatedTitleSchema } from '../language';
import { boardActs } from '../board/act-rules';
import { CriteriaAnswersSchema } from '../board/criteria';
import { maxCommentCharacters, maxRepeats } from '../limits';
import { isVisible, storableText } from '../text';
import { UploadIdSchema } from '../upload-id';
import { ReviewStandingSchema } from '../review-standing';
import { ListedStatusSchema, UploadStatusSchema } from '../upload-status';
import { ChangeRequestViewSchema, RelatedUploadSchema } from './reviews';

const PanelSchema = z.union([z.literal(1), z.literal(2)]);
const RatingSchema = z.union([z.literal(1), z.literal(2)]);
const ExpertColumnSchema = z.union([z.literal('C'), RatingSchema]);

/** Row of `GET api/editorial` (spec section 3, 'Upload row'). */
export const EditorialRowSchema = z.object({
  id: UploadIdSchema,
  nr: z.number().int().nullable(),
  status: ListedStatusSchema,
  /** The accepted data set is withdrawn, or its contributor asks for it. */
  withdrawal: z.enum(['asked', 'withdrawn']).nullable().default(null),
  /** Day of submission, yyyy-MM-dd. */
  date: z.string(),
  /** File name. */
  datei: z.string(),
  title: z.string().nullable(),
  titleLanguage: TextLanguageSchema.default(''),
  translatedTitle: TranslatedTitleSchema,
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
  /** Invited experts have not answered yet. */
  state: z.enum(['empty', 'invited', 'accepted', 'voted']).default('empty'),
  /** When the vote should be there; null for an empty panel and after the vote. */
  dueAt: z.iso.datetime().nullable().default(null),
  /** The vote is not there in time, or the two votes have disagreed for too long. */
  isOverdue: z.boolean().default(false),
  /** The expert declared that they have no conflict of interest; null if the vote is not shown or without one. */
  isImpartial: z.boolean().nullable().default(null),
  /** Answers to the criteria, shown like the rating. */
  criteria: CriteriaAnswersSchema.default({}),
  /** There is a vote, but it is not shown yet (blind voting). */
  hidden: z.boolean(),
});
export type PanelView = z.infer<typeof PanelViewSchema>;

/** Response of `GET` and `POST api/editorial/{id}`. */
export const EditorialUploadSchema = z.object({
  upload: EditorialRowSchema,
  /** Status with 'ChangesRequested', which the row shows as Pending. */
  state: UploadStatusSchema,
  /** Empty if the submission is the expert's own or names the expert. */
  votes: z.array(PanelViewSchema),
  /** Rejected upload that this one revises. */
  revises: RelatedUploadSchema.nullable().default(null),
  /** What the requesting expert may do with it now. */
  acts: z.array(z.enum(boardActs)).default([]),
  /** Requests for changes, oldest first, with the contributor's answers. */
  changes: z.array(ChangeRequestViewSchema).default([]),
  /** How often both experts have voted and disagreed since they last agreed. */
  tieRounds: z.number().int().default(0),
  /** Two votes that disagree, for the experts who cast them and the chair; null without, and for others. */
  tie: z
    .object({
      /** From when the chair may decide without a second round. */
      dueAt: z.iso.datetime(),
      /** Panels whose note, and so their reason, is missing. */
      withoutNote: z.array(PanelSchema),
    })
    .nullable()
    .default(null),
  /** Whether the letter about the decision was sent; null without one, and for others than the chair. */
  letter: z.enum(['waiting', 'sent']).nullable().default(null),
  /** The requesting expert, as a member of the chair, decides about a withdrawal. */
  decidesWithdrawal: z.boolean().default(false),
  /** The reader is of the chair and may hand the submission on to somebody else. */
  handsOn: z.boolean().default(false),
});
export type EditorialUpload = z.infer<typeof EditorialUploadSchema>;

/** A reason that is kept in the history; '' if nothing of it can be seen. */
const ReasonSchema = z
  .string()
  .trim()
  .max(maxCommentCharacters)
  .transform((reason) => (isVisible(reason) ? storableText(reason) : ''));

/** Body of `POST api/editorial/{id}/changes`: the numbered points that the contributor is asked to change. */
export const NewChangeRequestSchema = z.object({
  panel: PanelSchema,
  points: z.array(ReasonSchema).max(maxRepeats),
  /** The expert declares that they have no conflict of interest. */
  isImpartial: z.boolean(),
});
export type NewChangeRequest = z.infer<typeof NewChangeRequestSchema>;

/** Body of `POST api/editorial/{id}/invitations`. */
export const NewInvitationSchema = z.object({ panel: PanelSchema, email: z.string().min(1).max(320) });
export type NewInvitation = z.infer<typeof NewInvitationSchema>;

/** Body of `POST api/editorial/{id}/invitation` and of the link in a mail. */
export const InvitationAnswerSchema = z.object({
  answer: z.enum(['accept', 'decline']),
  reason: ReasonSchema.default(''),
});
export type InvitationAnswer = z.infer<typeof InvitationAnswerSchema>;

/** What the link in the mail of an invitation shows: `GET api/editorial/invitations/{link}`. */
export const LinkedInvitationSchema = z.object({
  id: UploadIdSchema,
  title: z.string().nullable(),
  titleLanguage: TextLanguageSchema.default(''),
  fileName: z.string(),
  n: z.number().int().nullable(),
  dueAt: z.iso.datetime(),
});
export type LinkedInvitation = z.infer<typeof LinkedInvitationSchema>;

/** Body of `POST api/editorial/{id}/handover`. */
export const HandOverSchema = z.object({
  panel: PanelSchema,
  reason: ReasonSchema,
  /** The caller takes over the panel, which is overdue. */
  take: z.boolean().default(false),
});
export type HandOver = z.infer<typeof HandOverSchema>;

/** Body of `POST api/editorial/{id}/decision`: how the chair decides a tie. */
export const TieDecisionSchema = z.object({ rating: RatingSchema, reason: ReasonSchema });
export type TieDecision = z.infer<typeof TieDecisionSchema>;

/** Body of `POST api/editorial/{id}/reopening`. */
export const ReopeningSchema = z.object({ reason: ReasonSchema });

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
  /** The expert declares that they have no conflict of interest. The specification has no declaration. */
  isImpartial: z.boolean().optional(),
  criteria: CriteriaAnswersSchema.optional(),
  /** When the expert began, as in `PanelView`, or later. */
  start: z.string().max(maxCommentCharacters).nullish(),
  /** End of the vote that this one replaces, as in `PanelView`. */
  end: z.string().max(maxCommentCharacters).nullish(),
});
export type Vote = z.infer<typeof VoteSchema>;
