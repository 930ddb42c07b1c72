import { z } from 'zod';

import { normPercentiles, normSexes } from '../norms/age-groups';
import { NormVersionIdSchema } from './norms';

const CountSchema = z.number().int();
const PercentSchema = z.number().nullable();

/** Bands of percentiles in the direction of the test: 'far-below' is under P3, 'far-above' over P97. */
export const standingBands = ['far-below', 'below', 'average', 'above', 'far-above'] as const;
export type StandingBand = (typeof standingBands)[number];

/** Why a result has no percentile. */
const standingReasons = ['impossible', 'between-counts', 'no-curve'] as const;

/** A result to be placed: `POST api/norms/standing`. Nothing of it is stored or logged. */
export const StandingRequestSchema = z.object({
  results: z
    .array(
      z.object({
        key: z.string().describe('Key of the vocabulary.'),
        sex: z.enum(normSexes).describe("'f' for girls and women, 'm' for boys and men."),
        age: z.number().min(0).max(120).describe('Exact age in years.'),
        value: z.number().describe('Result in the unit of the test.'),
      }),
    )
    .min(1)
    .max(20_000)
    .describe('Results, each of them placed on its own.'),
});
export type StandingRequest = z.infer<typeof StandingRequestSchema>;

/** At most so many data sets are named of a test, sex and completed year. */
export const mostDataSetsAtPlace = 200;

export const StandingsSchema = z.object({
  version: NormVersionIdSchema.nullable().describe('The newest version; null before the first curves are made.'),
  standings: z
    .array(
      z.object({
        percentile: PercentSchema.describe(
          'Percent of people of this sex and age whose result is not as good, with half of those who have the same; null for an impossible result, and without a curve there.',
        ),
        worse: PercentSchema.describe('Percent of these people whose result is not as good; 0 only if it is nobody.'),
        same: PercentSchema.describe('Percent of these people with the same result, to what the test is measured to.'),
        z: z.number().nullable().describe('The percentile as standard deviations; positive is better.'),
        band: z.enum(standingBands).nullable().describe('Band of the percentile in whole numbers; null without one.'),
        reason: z
          .enum(standingReasons)
          .nullable()
          .describe(
            "Why there is no percentile: 'between-counts' is a result that nobody has, such as 2.5 push-ups; null with a percentile.",
          ),
        median: z.number().nullable().describe('The median at this age; null without a curve there.'),
        percentiles: z
          .array(z.number())
          .length(normPercentiles.length)
          .nullable()
          .describe(
            'Values of the percentiles 3, 10, 25, 50, 75, 90, 97 of the curves at this age; null without a curve there.',
          ),
        persons: CountSchema.describe(
          'Number of people of this sex and completed year behind the curve; 0 without one.',
        ),
        place: CountSchema.nullable().describe(
          'Position in `places` of what is known of this sex and completed year; null without a curve there.',
        ),
      }),
    )
    .describe('In the order of the request.'),
  places: z
    .array(
      z.object({
        dataSets: z
          .array(CountSchema)
          .max(mostDataSetsAtPlace)
          .describe(
            `Numbers of the data sets with people of this sex and completed year behind the curve; of more than ${mostDataSetsAtPlace} those with the most people.`,
          ),
        dataSetsInAll: CountSchema.describe('How many there are.'),
      }),
    )
    .describe(
      'What is behind the curves at the ages of the results, told once for all results of a test, sex and completed year.',
    ),
});
export type Standings = z.infer<typeof StandingsSchema>;
