import { z } from 'zod';

import { maxCommentCharacters } from '../limits';
import { storableText } from '../text';
import { UploadIdSchema } from '../upload-id';
import { UploadStatusSchema } from '../upload-status';
import { withdrawalActs } from './withdrawal-rules';

/** What everybody may know of a withdrawn data set besides its authors, title, year and DOI. */
export const WithdrawnSchema = z.object({
  date: z.string().describe('Day of the withdrawal, yyyy-MM-dd.'),
  reason: z.string().describe('Public reason, in the language in which it was written.'),
});
export type Withdrawn = z.infer<typeof WithdrawnSchema>;

const ReasonSchema = z.string().trim().max(maxCommentCharacters).transform(storableText);

/** Body of a call that gives a reason. */
export const WithdrawalReasonSchema = z.object({ reason: ReasonSchema.describe('The reason.') });

/** Body of `POST api/editorial/{id}/withdrawal`: the chair withdraws a data set, or declines to. */
export const WithdrawalDecisionSchema = z.object({
  decision: z.enum(['withdraw', 'decline']).describe('`decline` refuses the request of the contributor.'),
  reason: ReasonSchema.describe('Of a withdrawal: the public reason. Otherwise the contributor alone gets it.'),
});
export type WithdrawalDecision = z.infer<typeof WithdrawalDecisionSchema>;

const SaidSchema = z.object({ reason: z.string(), at: z.iso.datetime() });
const WhoSchema = z.enum(['self', 'other']);

/** A withdrawal that waits for the chair: `GET api/editorial/withdrawals`. */
export const WaitingWithdrawalSchema = z.object({
  id: UploadIdSchema,
  nr: z.number().int().nullable().describe('Public number of the data set.'),
  fileName: z.string(),
  title: z.string().nullable(),
  waitsFor: z
    .enum(['withdrawal', 'removal'])
    .describe('The contributor asks for a withdrawal, or a removal waits for a second person.'),
});
export type WaitingWithdrawal = z.infer<typeof WaitingWithdrawalSchema>;

/** Another accepted version of the same data set that is not withdrawn. */
const OtherVersionSchema = z.object({
  id: UploadIdSchema,
  nr: z.number().int().describe('Its public number.'),
  version: z.number().int().describe('Number among the versions, from 1.'),
  isPublic: z.boolean().describe('Its data is public.'),
});

/** Withdrawal of a data set as its contributor and the chair see it. */
export const WithdrawalViewSchema = z.object({
  id: UploadIdSchema,
  nr: z.number().int().nullable().describe('Public number of the data set; null before acceptance.'),
  status: UploadStatusSchema,
  fileName: z.string(),
  title: z.string().nullable(),
  version: z.number().int().describe('Number among the versions, from 1. All else is about this version alone.'),
  otherVersions: z
    .array(OtherVersionSchema)
    .describe('Other accepted versions of the data set that are not withdrawn, the oldest first.'),
  asked: SaidSchema.extend({ by: WhoSchema })
    .nullable()
    .describe('What the contributor asked for and the chair has not answered, and whether the caller asked.'),
  declined: SaidSchema.nullable().describe("Why the chair declined the contributor's latest request."),
  withdrawn: WithdrawnSchema.nullable(),
  keptUntil: z.string().nullable().describe('Day after which the data is removed, yyyy-MM-dd; null unless withdrawn.'),
  removal: SaidSchema.extend({ by: WhoSchema }).nullable().describe('Who asked to remove the data at once, and why.'),
  removalDeclined: SaidSchema.nullable().describe('Why the chair declined the latest request to remove the data.'),
  removedAt: z.iso.datetime().nullable(),
  acts: z.array(z.enum(withdrawalActs)).describe('What the caller may do now.'),
});
export type WithdrawalView = z.infer<typeof WithdrawalViewSchema>;
