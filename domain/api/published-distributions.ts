import { z } from 'zod';

import { motorTests } from '../motor-tests';

const CountSchema = z.number().int();

/** Results of one sex in a histogram. */
const HistogramGroupSchema = z.object({
  /** Vocabulary code; '' if missing or unknown, null if no table has a column for sex. */
  sex: z.string().nullable(),
  results: CountSchema,
  /** Lower quartile, median and upper quartile in the unit of the test, to one decimal more than usual. */
  quartiles: z.tuple([z.number(), z.number(), z.number()]),
  /** Number of results in each bin. */
  bins: z.array(CountSchema),
  /** Number of results below the first and above the last bin. */
  below: CountSchema,
  above: CountSchema,
});

/** How the results of a test are distributed, by sex. Bins are equally wide; the first one begins at `from`. */
const HistogramSchema = z.object({
  from: z.number(),
  binWidth: z.number(),
  /** Whole numbers (or multiples of this) are in the middle of their bins; null if any value is possible. */
  step: z.number().nullable(),
  groups: z.array(HistogramGroupSchema),
});

/** Statistics by age, of one sex. */
const CurveGroupSchema = z.object({
  sex: z.string().nullable(),
  /** Number of results, or of cases, at each age; null if unknown. */
  results: z.array(CountSchema.nullable()),
  /** One line for each statistic; its value at each age, null if there is none. */
  lines: z.array(
    z.object({
      /** 'p3' to 'p97' are percentiles; 'low' and 'high' are mean minus and plus standard deviation. */
      statistic: z.string(),
      values: z.array(z.number().nullable()),
    }),
  ),
});

/** Statistics of a test by age and sex. Ages are completed years, both included. */
const CurvesSchema = z.object({
  ages: z.array(z.object({ start: z.number(), end: z.number() })),
  groups: z.array(CurveGroupSchema),
});

/** One kind of result of a motor test in a data set, without words. */
export const PicturedTestSchema = z.object({
  /** Key of the vocabulary, such as 'handgrip.left'. */
  key: z.string(),
  test: z.enum(motorTests),
  /** Usual number of decimals. */
  decimals: CountSchema,
  /** Number of results; in aggregated data of cases, null if unknown. */
  results: CountSchema.nullable(),
  /** Completed years; null if no age is published. */
  ages: z.object({ start: CountSchema, end: CountSchema }).nullable(),
  /** Codes of the sexes, in the order of the vocabulary. */
  sexes: z.array(z.string()),
  /** Years of the tests. */
  years: z.array(CountSchema),
  /** Only for raw data. */
  histogram: HistogramSchema.nullable(),
  /** Quartiles of raw data; percentiles or means of aggregated data. */
  curves: CurvesSchema.nullable(),
});
export type PicturedTest = z.infer<typeof PicturedTestSchema>;
export type Histogram = z.infer<typeof HistogramSchema>;
export type Curves = z.infer<typeof CurvesSchema>;

/**
 * What a published data set contains, test by test, with its distributions: `GET api/search/data/{nr}/distributions`.
 * The same for everybody.
 */
export const PublishedDistributionsSchema = z.object({
  /**
   * Why there are no tests: they are being counted ('not-ready', ask again), counting takes too long, or the store has
   * lost the rows. Otherwise null.
   */
  without: z.enum(['not-ready', 'took-too-long', 'rows-missing']).nullable(),
  /**
   * Smallest number of people behind any number but counts of results; 1 = everything is shown. With more, aggregated
   * data has no curves, because they would be its rows.
   */
  leastPersons: CountSchema,
  tests: z.array(PicturedTestSchema.extend({ label: z.string(), unit: z.string() })),
  /** Names of the sexes in the requested language, by code. */
  sexLabels: z.record(z.string(), z.string()),
});
export type PublishedDistributions = z.infer<typeof PublishedDistributionsSchema>;
export type ShownTest = PublishedDistributions['tests'][number];
