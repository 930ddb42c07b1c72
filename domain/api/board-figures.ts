import { z } from 'zod';

/** A month as yyyy-MM, in the time zone of the repository. */
const MonthSchema = z.string().regex(/^\d{4}-\d{2}$/);

/** Days that half, and nine tenths, of the cases took at most. */
const DaysSchema = z.object({ median: z.number(), most: z.number() });
export type Days = z.infer<typeof DaysSchema>;

/** What the board did in a month. */
export const MonthFiguresSchema = z.object({
  month: MonthSchema,
  submitted: z.number().int(),
  decided: z.number().int(),
  accepted: z.number().int(),
  /** Submissions on which an expert voted, counted for each expert. */
  votes: z.number().int(),
  /** From the submission to the first vote, for first votes of this month; null if there was none. */
  firstVote: DaysSchema.nullable(),
  /** From the submission to the decision, for decisions of this month. */
  decision: DaysSchema.nullable(),
});
export type MonthFigures = z.infer<typeof MonthFiguresSchema>;

/** Work of an expert. */
const ExpertFiguresSchema = z.object({
  email: z.string(),
  isMe: z.boolean(),
  /** Panels without a vote that they hold now. */
  open: z.number().int(),
  /** Submissions on which they voted, in all and by month; months without a vote are left out. */
  votes: z.number().int(),
  months: z.array(z.object({ month: MonthSchema, votes: z.number().int() })),
});
export type ExpertFigures = z.infer<typeof ExpertFiguresSchema>;

/**
 * Response of `GET api/editorial/figures`. The chair gets the work of every expert, without the submissions to which
 * the chair is a party; other experts only their own.
 */
export const BoardFiguresSchema = z.object({
  /** Without gaps, from the first month of the history to the present one. */
  months: z.array(MonthFiguresSchema),
  experts: z.array(ExpertFiguresSchema),
  /** When this was counted, but for open panels; null: just now. */
  countedAt: z.iso.datetime().nullable(),
});
export type BoardFigures = z.infer<typeof BoardFiguresSchema>;

export const figureFormats = ['json', 'csv'] as const;
/** Query of `GET api/editorial/figures`. */
export const FiguresQuerySchema = z.object({ format: z.enum(figureFormats).default('json') });
