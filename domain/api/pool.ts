import { z } from 'zod';

import { wholeRanges } from '../choice-ranges';
import { LanguageSchema } from '../language';
import { motorTests } from '../motor-tests';
import { maxPoolDataSets, type PoolChoice, poolFormats, poolSexes } from '../pool/pool-choice';
import { CountryCodeSchema, ListedDataSetSchema, listOf, rangeWithin } from '../query-values';

const DataSetsSchema = listOf(ListedDataSetSchema, maxPoolDataSets).pipe(z.array(z.number()).min(1));

/** Query of `GET api/pool/data-sets`. */
export const PoolDataSetsQuerySchema = z.object({ 'data-sets': DataSetsSchema });

/** Query of `GET api/pool` and `GET api/pool/package`; repeated parameters are joined by commas before. */
export const PoolQuerySchema = z.object({
  'data-sets': DataSetsSchema,
  tests: listOf(z.enum(motorTests)).optional(),
  ages: rangeWithin(wholeRanges.ages).optional(),
  sex: listOf(z.enum(poolSexes)).optional(),
  years: rangeWithin(wholeRanges.years).optional(),
  countries: listOf(CountryCodeSchema).optional(),
  format: z.enum(poolFormats).default('csv'),
  lang: LanguageSchema.optional(),
});

/** The rows and columns that a query chooses, in an order that does not depend on how it was written. */
export function poolChoiceOf(query: Omit<z.output<typeof PoolQuerySchema>, 'format' | 'lang'>): PoolChoice {
  const { tests = [], sex = [], countries = [] } = query;
  return {
    dataSets: query['data-sets'],
    tests: motorTests.filter((test) => tests.includes(test)),
    ages: query.ages ?? null,
    sexes: poolSexes.filter((one) => sex.includes(one)),
    years: query.years ?? null,
    countries,
  };
}

/** Data sets for a pool: `GET api/pool/data-sets`. Unknown and withdrawn ones are left out. */
export const PoolDataSetsSchema = z.array(
  z.object({
    nr: z.number().int().describe('Public number of the data set.'),
    title: z.string().describe('Title in the requested language, if there is one.'),
    doi: z.string().describe("DOI; '' if there is none."),
    licences: z.array(z.string()).describe('Names of its licences.'),
    persons: z.number().int().nullable().describe('Number of people; null if unknown.'),
    tests: z.array(z.enum(motorTests)).describe('Motor tests that it contains.'),
    kind: z.enum(['raw', 'agg']).describe('Raw or aggregated data. Only raw data can be pooled.'),
    isOpen: z
      .boolean()
      .describe('The caller may take its rows now; otherwise they must first answer the download form of the licence.'),
  }),
);
export type PoolDataSets = z.infer<typeof PoolDataSetsSchema>;
