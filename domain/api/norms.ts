import { z } from 'zod';

import { motorTests } from '../motor-tests';
import { normPercentiles, normSexes } from '../norms/age-groups';

const CountSchema = z.number().int();
const PercentSchema = z.number().nullable();
const SexSchema = z.enum(normSexes).describe("'f' for girls and women, 'm' for boys and men.");
const AgesSchema = z
  .object({
    start: CountSchema.describe('The lowest age in completed years.'),
    end: CountSchema.describe('The highest age in completed years.'),
  })
  .describe('Ages, both ends included.');
const YearsSchema = z
  .object({ start: CountSchema.describe('The first year.'), end: CountSchema.describe('The last year.') })
  .describe('Years, both ends included.');

/** A day on which curves were made; with '.2' and so on if they were made again on that day. */
export const NormVersionIdSchema = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}(\.\d{1,4})?$/)
  .describe("Day on which the curves were made, such as '2026-11-28'; the second version of a day ends with '.2'.");

/** A kind of result with norms. */
const NormTestSchema = z.object({
  key: z.string().describe("Key of the vocabulary, such as 'slj' or 'handgrip.left'."),
  test: z.enum(motorTests).describe('Motor test to which it belongs.'),
  label: z.string().describe('Name in the requested language.'),
  unit: z.string().describe('Unit of all results in the requested language; empty for counts.'),
  decimals: CountSchema.describe('Usual number of decimals.'),
  better: z.enum(['more', 'less']).describe("'less' if small values are good, as for sprints."),
  persons: CountSchema.describe('Number of people behind the curves of all data sets.'),
  dataSets: CountSchema.describe(
    'Number of data sets behind the curves; aggregated data and Scientific Use Files are beside them.',
  ),
  ages: AgesSchema.nullable().describe('Ages with a curve, of either sex; null if there is none.'),
});
export type NormTest = z.infer<typeof NormTestSchema>;

/** What can be compared: `GET api/norms`. */
export const NormOverviewSchema = z.object({
  version: NormVersionIdSchema.nullable().describe('The newest version; null before the first curves are made.'),
  madeAt: z.iso.datetime().nullable().describe('When it was made.'),
  tests: z.array(NormTestSchema).describe('Kinds of results with values, in the order of the vocabulary.'),
  gone: z
    .array(CountSchema)
    .describe(
      'Data sets that were in the newest version and are not any more, by number: they were withdrawn, or became Scientific Use Files. The tests are without them.',
    ),
  testOfTheDay: z.string().nullable().describe('Key of the result whose curve the start page shows today.'),
  versions: z
    .array(
      z.object({
        version: NormVersionIdSchema.describe('The version, by which it is cited.'),
        madeAt: z.iso.datetime().describe('When it was made.'),
        dataSets: CountSchema.describe('Number of data sets in it.'),
      }),
    )
    .describe('The newest 100 versions, the newest first. Older ones can still be read.'),
});
export type NormOverview = z.infer<typeof NormOverviewSchema>;

/** What is chosen of the values of a result. Everything that is left out is not narrowed. */
export const NormChoiceSchema = z.object({
  sex: SexSchema.nullable().describe('Only this sex; null: both.'),
  ages: AgesSchema.nullable().describe('Only these ages.'),
  years: YearsSchema.nullable().describe('Only tests in these years.'),
  countries: z.array(z.string()).describe('Only these countries (ISO 3166-1 alpha-2); empty: all.'),
  dataSets: z.array(CountSchema).describe('Only these data sets, by number; empty: all.'),
  version: NormVersionIdSchema.nullable().describe('Curves of this version; null: the newest.'),
});
export type NormChoice = z.infer<typeof NormChoiceSchema>;

const PercentileSchema = z.object({
  value: z.number().describe('Percentile of the results at this age.'),
  low: z.number().describe('Lower end of its 95 percent bootstrap interval.'),
  high: z.number().describe('Upper end of its 95 percent bootstrap interval.'),
});

/**
 * One sex at one age. Lists of percentiles follow 3, 10, 25, 50, 75, 90, 97. They are percentiles of performance: P97 is
 * better than 97 percent, so of a sprint it is the shortest time.
 */
const NormAgeSchema = z.object({
  age: CountSchema.describe('Age in completed years.'),
  persons: CountSchema.describe('Number of people, at least 5.'),
  empirical: z
    .array(PercentileSchema.nullable())
    .length(normPercentiles.length)
    .describe('Percentiles of the results themselves; null where too few people lie beyond.'),
  smooth: z
    .array(z.number())
    .length(normPercentiles.length)
    .nullable()
    .describe(
      'Smooth curves at the middle of the year; null where less than 50 people are behind them, or where they do not describe the results.',
    ),
});
export type NormAge = z.infer<typeof NormAgeSchema>;

/** Points of smooth curves between the middles of years, for drawing. */
const CurvePointSchema = z.object({
  age: z.number().describe('Exact age in years.'),
  values: z.array(z.number()).length(normPercentiles.length).describe('Value of each percentile.'),
});

const NormFitSchema = z.object({
  persons: CountSchema.describe('Number of people behind the curves.'),
  degreesOfFreedom: z
    .object({
      l: z.number().describe('Of skewness.'),
      m: z.number().describe('Of the median.'),
      s: z.number().describe('Of the spread.'),
    })
    .describe('Effective degrees of freedom of the three curves of the LMS method.'),
  below: z
    .array(z.number().nullable())
    .length(normPercentiles.length)
    .describe(
      'Share of the results below each smooth percentile in percent, which shows how well the curves fit; null where fewer than 5 people lie beyond.',
    ),
});

const NormGroupSchema = z.object({
  sex: SexSchema,
  label: z.string().describe("'girls and women' or 'boys and men' in the requested language."),
  ages: z.array(NormAgeSchema).describe('Ages with at least 5 people, ascending.'),
  curves: z
    .array(z.array(CurvePointSchema))
    .describe('Unbroken pieces of the smooth curves; a year with less than 50 people breaks them.'),
  fit: NormFitSchema.nullable().describe(
    'How the smooth curves fit; null without curves: with less than 50 people at every age, or if no curves describe the results.',
  ),
});
export type NormGroup = z.infer<typeof NormGroupSchema>;

const NormSourceSchema = z.object({
  nr: CountSchema.describe('Number of the data set.'),
  title: z.string().describe('Title in the requested language, if there is one.'),
  authors: z.array(z.string()).describe("Authors as 'Family, Given'."),
  year: CountSchema.describe('Year of publication.'),
  publisher: z.string().describe('Who published it.'),
  doi: z.string().nullable().describe('DOI without address; null if there is none that resolves.'),
  licence: z.string().describe('Licence, such as CC-BY 4.0.'),
  kind: z
    .enum(['raw', 'agg', 'closed'])
    .describe(
      "'raw': results of people, which are in the curves. Beside the curves are aggregated data ('agg') and Scientific Use Files ('closed'), of which only what their pages tell is shown: quartiles by sex and age.",
    ),
  persons: CountSchema.describe('Number of people in the choice. Those of the curves are the ones of raw data.'),
  groups: z
    .array(
      z.object({
        sex: SexSchema,
        persons: CountSchema.describe('Number of people, at least 5.'),
        ages: AgesSchema.describe('Ages of the people.'),
        median: z.number().nullable().describe('Median of the results; null with less than 10 people.'),
        standing: PercentSchema.describe(
          'Percentile of the curves, given age, at which the median person of the study stands; beside the curves the mean of its groups of at most two years of age, by their medians, or means. Null with less than 10 people at ages with a curve; beside the curves, without such a group there.',
        ),
        placed: CountSchema.describe(
          'Number of people whose standing this is: those at ages with a curve; 0 if the standing is null.',
        ),
      }),
    )
    .describe('One entry for each sex.'),
});
export type NormSource = z.infer<typeof NormSourceSchema>;

/** A group of people beside the curves: of aggregated data, or as the page of a Scientific Use File tells it. */
const NormPointSchema = z.object({
  nr: CountSchema.describe('Number of the data set.'),
  sex: SexSchema,
  ages: AgesSchema.describe('Ages of the people.'),
  year: CountSchema.nullable().describe('Year of the tests; null if it is not known.'),
  country: z.string().nullable().describe('Country of the tests (ISO 3166-1 alpha-2); null if it is not known.'),
  persons: CountSchema.describe('Number of people, at least 5.'),
  mean: z.number().nullable().describe('Mean, if it is told.'),
  sd: z.number().nullable().describe('Standard deviation, if it is told.'),
  percentiles: z
    .array(z.number().nullable())
    .length(normPercentiles.length)
    .describe('Percentiles that are told, 50 also as median.'),
});
export type NormPoint = z.infer<typeof NormPointSchema>;

/** Norms of one kind of result: `GET api/norms/{key}`. */
export const NormsSchema = z.object({
  test: NormTestSchema.describe('The kind of result.'),
  version: NormVersionIdSchema.describe('Version that is shown.'),
  madeAt: z.iso.datetime().describe('When it was made.'),
  choice: NormChoiceSchema.describe('What was chosen.'),
  offered: z
    .object({
      ages: AgesSchema.nullable().describe('Ages with results; null if there are none.'),
      years: YearsSchema.nullable().describe('Years of the tests; null if none are known.'),
      countries: z
        .array(
          z.object({
            code: z.string().describe('Code of the country (ISO 3166-1 alpha-2).'),
            label: z.string().describe('Name in the requested language.'),
          }),
        )
        .describe('Countries of the tests.'),
      dataSetsInAll: CountSchema.describe('Number of data sets with results that are not withdrawn.'),
      dataSets: z
        .array(
          z.object({
            nr: CountSchema.describe('Number of the data set.'),
            title: z.string().describe('Title in the requested language, if there is one.'),
            isClosed: z.boolean().describe('Whether it is a Scientific Use File, which is beside the curves.'),
          }),
        )
        .describe(
          'Data sets with results that are not withdrawn; those that were chosen, if there are more than `limit`.',
        ),
    })
    .describe('What can be chosen for this result.'),
  persons: CountSchema.describe(
    'Number of people of the choice. Who was tested at several ages counts at each of them, once.',
  ),
  groups: z.array(NormGroupSchema).describe('One entry for each chosen sex with results.'),
  sources: z
    .array(NormSourceSchema)
    .describe(
      'Data sets with results in the choice, by number; if there are more than `limit`, those of each kind with the most people.',
    ),
  sourcesInAll: z
    .object({
      raw: CountSchema.describe('Number of data sets of people, which are in the curves.'),
      beside: CountSchema.describe('Number of aggregated data sets and Scientific Use Files, which are beside them.'),
    })
    .describe('Number of data sets with results in the choice.'),
  points: z
    .array(NormPointSchema)
    .describe('Groups beside the curves of these data sets: of aggregated data, and of Scientific Use Files.'),
  trend: z
    .array(
      z.object({
        year: CountSchema.describe('Year of the tests.'),
        sex: SexSchema,
        persons: CountSchema.describe('Number of people, at least 5.'),
        median: z.number().nullable().describe('Median of the results; null with less than 10 people.'),
        standing: PercentSchema.describe('Percentile, given age, at which the median person of the year stands.'),
      }),
    )
    .describe('The years of the tests, ascending.'),
  gone: z
    .array(CountSchema)
    .describe(
      'Numbers of data sets of this version that are not in it any more: they were withdrawn, or became Scientific Use Files.',
    ),
});
export type Norms = z.infer<typeof NormsSchema>;

/** Where a data set lies in the norms of its tests: `GET api/search/data/{nr}/norms`. */
export const DataSetNormsSchema = z.object({
  version: NormVersionIdSchema.nullable().describe('The newest version; null before the first curves are made.'),
  tests: z
    .array(
      NormTestSchema.pick({ key: true, test: true, label: true, unit: true, decimals: true, better: true }).extend({
        groups: NormSourceSchema.shape.groups,
      }),
    )
    .describe('Its kinds of results that have curves.'),
});
export type DataSetNorms = z.infer<typeof DataSetNormsSchema>;
