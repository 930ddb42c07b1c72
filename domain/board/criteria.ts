import { z } from 'zod';

/** Questions that an expert answers before rating, in this order. Their texts are in `locales/<language>/board.json`. */
export const criteria = [
  'design',
  'tests',
  'mapping',
  'unusualValues',
  'completeness',
  'personalData',
  'metadata',
  'licence',
] as const;
export type Criterion = (typeof criteria)[number];

/** Answers by criterion; what is not answered is missing. */
export const CriteriaAnswersSchema = z.partialRecord(z.enum(criteria), z.enum(['yes', 'no', 'unclear']));
export type CriteriaAnswers = z.infer<typeof CriteriaAnswersSchema>;
