import { z } from 'zod';

/** Both ends included, in the default unit of the test. */
const RangeSchema = z.object({ min: z.number(), max: z.number() });

/** The results of one test in one group of persons. */
export const DistributionGroupSchema = z.object({
  /** Code of the vocabulary; '' where it is missing or unknown; null where the table has no column of sex. */
  sex: z.string().nullable(),
  /** Word for the sex in the language of the call; '' without a code. */
  label: z.string(),
  /** Numbers that were read. */
  count: z.number().int(),
  /** Cells that are empty or hold a code of missing values. */
  missing: z.number().int(),
  /** Cells that hold something else than a number. */
  unreadable: z.number().int(),
  /** Of all numbers, impossible ones included; null where there is none. */
  summary: z
    .object({
      min: z.number(),
      lowerQuartile: z.number(),
      median: z.number(),
      upperQuartile: z.number(),
      max: z.number(),
    })
    .nullable(),
  /** How many numbers lie outside the bounds: unusual ones are within the hard bounds. */
  impossiblyLow: z.number().int(),
  unusuallyLow: z.number().int(),
  unusuallyHigh: z.number().int(),
  impossiblyHigh: z.number().int(),
  /** Numbers within the warn bounds, in bins of the same width from the lower bound on; the last ends with the upper bound. */
  bins: z.array(z.number().int()),
});
export type DistributionGroup = z.infer<typeof DistributionGroupSchema>;

/** How the results of a test are distributed, in the default unit of the test. */
export const DistributionSchema = z.object({
  /** Place of the column in the table, from 0. */
  position: z.number().int(),
  target: z.string(),
  /** Name of the test and its unit in the language of the call. */
  label: z.string(),
  unit: z.string(),
  /** Usual decimals of a result. */
  decimals: z.number().int(),
  /** Results are multiples of it; null where they may be anything. */
  step: z.number().nullable(),
  /** Outside of `warn` a result is unusual, outside of `hard` impossible. */
  warn: RangeSchema,
  hard: RangeSchema,
  binWidth: z.number(),
  groups: z.array(DistributionGroupSchema),
});
export type Distribution = z.infer<typeof DistributionSchema>;

/**
 * Answer of `GET api/mapping/{raw|agg}/{id}/{table}/distributions` (ours): one for each column of results,
 * in long format for each column and test. `without` says why there is none.
 */
export const DistributionsSchema = z.object({
  without: z.enum(['aggregated', 'no-results', 'took-too-long']).nullable(),
  distributions: z.array(DistributionSchema),
});
export type Distributions = z.infer<typeof DistributionsSchema>;
