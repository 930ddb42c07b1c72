import { z } from 'zod';

import { LanguageSchema } from '../language';
import { motorTests } from '../motor-tests';
import { maxPoolDataSets, type PoolChoice, poolFormats, poolLimits, poolSexes } from '../pool/pool-choice';
import { CountryCodeSchema, ListedDataSetSchema, rangeWithin } from '../query-values';

/** Values that are joined by commas. */
const listOf = <Item extends z.ZodType<unknown, string>>(item: Item) =>
  z
    .string()
    .transform((text) => [...new Set(text.split(',').filter((part) => part !== ''))])
    .pipe(z.array(item));

const DataSetsSchema = listOf(ListedDataSetSchema).pipe(z.array(z.number()).min(1).max(maxPoolDataSets));

/** Query of `GET api/pool/data-sets`. */
export const PoolDataSetsQuerySchema = z.object({ 'data-sets': DataSetsSchema });

/** Query of `GET api/pool` and `GET api/pool/package`; repeated parameters are joined by commas before. */
export const PoolQuerySchema = z.object({
  'data-sets': DataSetsSchema,
  tests: listOf(z.enum(motorTests)).optional(),
  ages: rangeWithin(poolLimits.ages).optional(),
  sex: listOf(z.enum(poolSexes)).optional(),
  years: rangeWithin(poolLimits.years).optional(),
  countries: listOf(CountryCodeSchema).optional(),
  format: z.enum(poolFormats).default('csv'),
  lang: LanguageSchema.optional(),
});

/** The rows and columns that a query chooses, in an order that does not depend on how it was written. */
export function poolChoiceOf(query: z.output<typeof PoolQuerySchema>): PoolChoice {
  const { tests = [], sex = [], countries = [] } = query;
  return {
    dataSets: query['data-sets'].toSorted((a, b) => a - b),
    tests: motorTests.filter((test) => tests.includes(test)),
    ages: query.ages ?? null,
    sexes: poolSexes.filter((one) => sex.includes(one)),
    years: query.years ?? null,
    countries: countries.toSorted(),
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
