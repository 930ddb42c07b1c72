import { z } from 'zod';

import { UploadIdSchema } from '../upload-id';

/**
 * Relation of an expert to a submission, for those who invite: may be invited, contributed it or is named in it, holds
 * a panel, or declined or handed over one.
 */
export const ExpertRelationSchema = z.enum(['free', 'party', 'holder', 'left']);
export type ExpertRelation = z.infer<typeof ExpertRelationSchema>;

/** What an expert has in common with the authors of a submission. It is only told, and keeps nobody from voting. */
export const ClosenessSchema = z.object({
  /** Institution of both; null if they have none in common. */
  institution: z.string().nullable(),
  /** Published data sets of both, the newest first. */
  dataSets: z.array(z.object({ nr: z.number().int(), title: z.string() })),
});
export type Closeness = z.infer<typeof ClosenessSchema>;

/** A member of the board: `GET api/editorial/experts`. */
export const BoardExpertSchema = z.object({
  email: z.string(),
  name: z.string(),
  isChair: z.boolean(),
  institution: z.string(),
  topics: z.array(z.string()),
  /** Panels of the last 90 days; null for all but the chair and the expert. */
  load: z.number().int().nullable(),
  /** Whether the expert is away today, and until when (yyyy-MM-dd), if that is known; null as `load`. */
  away: z.object({ isAway: z.boolean(), until: z.string().nullable() }).nullable(),
  /** With the id of a submission: topics of the expert that it is about. */
  fits: z.array(z.string()),
  /** With the id of a submission; null without it. */
  relation: ExpertRelationSchema.nullable(),
  /** With the id of a submission; null without it, and as `load`. */
  closeness: ClosenessSchema.nullable(),
});
export type BoardExpert = z.infer<typeof BoardExpertSchema>;

/** Query of `GET api/editorial/experts`. */
export const ExpertsQuerySchema = z.object({ id: UploadIdSchema.optional() });
