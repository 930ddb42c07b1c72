import { z } from 'zod';

import { NormVersionIdSchema, type NormChoice } from '../api/norms';
import { wholeRanges } from '../choice-ranges';
import { CountryCodeSchema, ListedDataSetSchema, listOf, rangeWithin } from '../query-values';
import { normSexes } from './age-groups';

/** Parameters of a choice in the query of an address. Everything may be left out, which stands for no choice. */
export const NormParametersSchema = z.object({
  sex: z.enum(normSexes).optional(),
  ages: rangeWithin(wholeRanges.ages).optional(),
  years: rangeWithin(wholeRanges.years).optional(),
  countries: listOf(CountryCodeSchema).optional(),
  'data-sets': listOf(ListedDataSetSchema).optional(),
  version: NormVersionIdSchema.optional(),
});

/** Data sets that norms tell of without a limit, and at most. */
const usualDataSets = 1000;
export const mostDataSets = 1_000_000;

/** Parameters of the API: a choice, and at most how many data sets it tells of. */
export const NormQuerySchema = NormParametersSchema.extend({
  limit: z.coerce.number().int().min(1).max(mostDataSets).default(usualDataSets),
});

/** The choice of parameters that were read; what is left out is not chosen. */
export function normChoiceOf(query: Partial<z.output<typeof NormParametersSchema>>): NormChoice {
  const { sex = null, ages = null, years = null, countries = [], version = null } = query;
  return { sex, ages, years, countries, dataSets: query['data-sets'] ?? [], version };
}

/** The query of a choice, in one writing: what is not chosen is left out. */
export function writeNormQuery({ sex, ages, years, countries, dataSets, version }: NormChoice): URLSearchParams {
  const rangeOf = (range: NormChoice['ages']) => range && `${range.start}-${range.end}`;
  const values = {
    sex,
    ages: rangeOf(ages),
    years: rangeOf(years),
    countries: countries.join(','),
    'data-sets': dataSets.join(','),
    version,
  };
  return new URLSearchParams(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}
