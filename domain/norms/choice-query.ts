import { z } from 'zod';

import { NormVersionIdSchema, type NormChoice } from '../api/norms';
import { CountryCodeSchema, ListedDataSetSchema, rangeWithin } from '../query-values';
import { normSexes } from './age-groups';

/** Most data sets and countries that an address may name. More would not fit into what servers accept. */
const maxNamed = 1000;

/** Items of an address, joined by commas, each once and in order. */
function listOf<Item extends string | number>(item: z.ZodType<Item, string>) {
  return z
    .string()
    .transform((text) => text.split(',').filter((one) => one !== ''))
    .pipe(z.array(item).max(maxNamed))
    .transform((items) => [...new Set(items)].sort((a, b) => (a < b ? -1 : 1)));
}

/** Parameters of a choice in the query of an address. Everything may be left out, which stands for no choice. */
export const NormParametersSchema = z.object({
  sex: z.enum(normSexes).optional(),
  ages: rangeWithin({ start: 0, end: 120 }).optional(),
  years: rangeWithin({ start: 0, end: 9999 }).optional(),
  countries: listOf(CountryCodeSchema).optional(),
  'data-sets': listOf(ListedDataSetSchema).optional(),
  version: NormVersionIdSchema.optional(),
});

/** The choice of these parameters. */
export const NormQuerySchema = NormParametersSchema.transform(
  ({ sex = null, ages = null, years = null, countries = [], version = null, ...query }): NormChoice => ({
    sex,
    ages,
    years,
    countries,
    dataSets: query['data-sets'] ?? [],
    version,
  }),
);

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
