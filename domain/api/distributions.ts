import { z } from 'zod';

/** Both ends included, in the default unit of the test. */
const RangeSchema = z.object({ min: z.number(), max: z.number() });

/** Results of one test in one group of people. */
export const DistributionGroupSchema = z.object({
  /** Vocabulary code; '' if missing or unknown, null if the table has no column for sex. */
  sex: z.string().nullable(),
  /** Label of the sex in the requested language; '' without a code. */
  label: z.string(),
  /** Number of cells that were read as numbers. */
  count: z.number().int(),
  /** Number of cells that are empty or contain a missing-value code. */
  missing: z.number().int(),
  /** Number of other cells that are not numbers. */
  unreadable: z.number().int(),
  /** Summary of all numbers, including impossible ones; null if there are none. */
  summary: z
    .object({
      min: z.number(),
      lowerQuartile: z.number(),
      median: z.number(),
      upperQuartile: z.number(),
      max: z.number(),
    })
    .nullable(),
  /** Number of results outside the bounds. Unusual ones are outside `warn` but within `hard`. */
  impossiblyLow: z.number().int(),
  unusuallyLow: z.number().int(),
  unusuallyHigh: z.number().int(),
  impossiblyHigh: z.number().int(),
  /**
   * Number of results within `warn` per bin. All bins have the same width, from the lower bound on; the last one ends
   * at the upper bound.
   */
  bins: z.array(z.number().int()),
});
export type DistributionGroup = z.infer<typeof DistributionGroupSchema>;

/** Distribution of the results of a test, in its default unit. */
export const DistributionSchema = z.object({
  /** Index of the column in the table. */
  position: z.number().int(),
  target: z.string(),
  /** Name of the test and its unit in the requested language. */
  label: z.string(),
  unit: z.string(),
  /** Usual number of decimals of a result. */
  decimals: z.number().int(),
  /** Results are multiples of this value; null if any value is possible. */
  step: z.number().nullable(),
  /** A result outside `warn` is unusual, a result outside `hard` is impossible. */
  warn: RangeSchema,
  hard: RangeSchema,
  binWidth: z.number(),
  groups: z.array(DistributionGroupSchema),
});
export type Distribution = z.infer<typeof DistributionSchema>;

/**
 * Response of `GET api/mapping/{raw|agg}/{id}/{table}/distributions` (not in the spec): one distribution per column of
 * results; in long format, one per column and test. `without` is the reason why there are none.
 */
export const DistributionsSchema = z.object({
  without: z.enum(['aggregated', 'no-results', 'took-too-long']).nullable(),
  distributions: z.array(DistributionSchema),
});
export type Distributions = z.infer<typeof DistributionsSchema>;
