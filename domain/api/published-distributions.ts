import { z } from 'zod';

import { motorTests } from '../motor-tests';

const CountSchema = z.number().int();

/** Results of one sex in a histogram. */
const HistogramGroupSchema = z.object({
  sex: z
    .string()
    .nullable()
    .describe("Vocabulary code; '' if missing or unknown, null if all are told together, as without a column for sex."),
  results: CountSchema.describe('Number of results.'),
  quartiles: z
    .tuple([z.number(), z.number(), z.number()])
    .describe('Lower quartile, median and upper quartile in the unit of the test, to one decimal more than usual.'),
  bins: z.array(CountSchema).describe('Number of results in each bin.'),
  below: CountSchema.describe('Number of results below the first bin.'),
  above: CountSchema.describe('Number of results above the last bin.'),
});

/** How the results of a test are distributed, by sex. Bins are equally wide; the first one begins at `from`. */
const HistogramSchema = z.object({
  from: z.number().describe('Where the first bin begins, in the unit of the test.'),
  binWidth: z.number().describe('Width of each bin, in the unit of the test.'),
  step: z
    .number()
    .nullable()
    .describe('Whole numbers (or multiples of this) are in the middle of their bins; null if any value is possible.'),
  groups: z.array(HistogramGroupSchema).describe('One entry for each sex.'),
});

/** Statistics by age, of one sex. */
const CurveGroupSchema = z.object({
  sex: z.string().nullable().describe('As in histograms.'),
  results: z.array(CountSchema.nullable()).describe('Number of results, or of cases, at each age; null if unknown.'),
  lines: z
    .array(
      z.object({
        statistic: z
          .string()
          .describe("'p3' to 'p97' are percentiles; 'low' and 'high' are mean minus and plus standard deviation."),
        values: z
          .array(z.number().nullable())
          .describe('Value at each age, in the unit of the test; null if there is none.'),
      }),
    )
    .describe('One line for each statistic; its value at each age, null if there is none.'),
});

/** Statistics of a test by age and sex. Ages are completed years, both included. */
const CurvesSchema = z.object({
  ages: z
    .array(z.object({ start: z.number().describe('The lowest age.'), end: z.number().describe('The highest age.') }))
    .describe('Ages in completed years, which the other lists follow.'),
  groups: z.array(CurveGroupSchema).describe('One entry for each sex.'),
});

/** One kind of result of a motor test in a data set, without words. */
export const PicturedTestSchema = z.object({
  key: z.string().describe("Key of the vocabulary, such as 'handgrip.left'."),
  test: z.enum(motorTests).describe('Motor test to which it belongs.'),
  decimals: CountSchema.describe('Usual number of decimals.'),
  results: CountSchema.nullable().describe('Number of results; in aggregated data of cases, null if unknown.'),
  ages: z
    .object({ start: CountSchema.describe('The lowest age.'), end: CountSchema.describe('The highest age.') })
    .nullable()
    .describe('Completed years; null if no age is published.'),
  sexes: z.array(z.string()).describe('Codes of the sexes, in the order of the vocabulary.'),
  years: z.array(CountSchema).describe('Years of the tests.'),
  histogram: HistogramSchema.nullable().describe('Only for raw data.'),
  curves: CurvesSchema.nullable().describe('Quartiles of raw data; percentiles or means of aggregated data.'),
});
export type PicturedTest = z.infer<typeof PicturedTestSchema>;
export type Histogram = z.infer<typeof HistogramSchema>;
export type Curves = z.infer<typeof CurvesSchema>;

/**
 * What a published data set contains, test by test, with its distributions: `GET api/search/data/{nr}/distributions`.
 * The same for everybody.
 */
export const PublishedDistributionsSchema = z.object({
  without: z
    .enum(['not-ready', 'took-too-long', 'rows-missing'])
    .nullable()
    .describe(
      "Why there are no tests: they are being counted ('not-ready', ask again), counting takes too long, or the store has lost the rows. Otherwise null.",
    ),
  leastPersons: CountSchema.describe(
    'Smallest number of people behind any number but counts of results, and behind what is left when numbers are subtracted; 1 = everything is shown. With more, quartiles have at least ten people, sexes with fewer are told together with the others (`sex` is null), and aggregated data has no curves, because they would be its rows.',
  ),
  tests: z
    .array(
      PicturedTestSchema.extend({
        label: z.string().describe('Name in the requested language.'),
        unit: z.string().describe('Unit of all results.'),
      }),
    )
    .describe('One entry for each kind of result.'),
  sexLabels: z.record(z.string(), z.string()).describe('Names of the sexes in the requested language, by code.'),
});
export type PublishedDistributions = z.infer<typeof PublishedDistributionsSchema>;
export type ShownTest = PublishedDistributions['tests'][number];
