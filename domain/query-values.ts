import { z } from 'zod';

import { maxDataSetNr } from './limits';
import type { Range } from './search/ranges';

/*
 * Values in the query of an address that choose rows, as norms and pools read them.
 */

/** A number or range within limits: '8' or '6-17'. Refuses one that ends before it begins. */
export function rangeWithin({ start: least, end: most }: Range) {
  return z
    .string()
    .regex(/^\d{1,4}(-\d{1,4})?$/)
    .transform((text) => {
      const [start = 0, end = start] = text.split('-').map(Number);
      return { start, end };
    })
    .refine(({ start, end }) => start <= end && start >= least && end <= most);
}

/** Most items that an address may list. More would not fit into what servers accept. */
const mostListed = 1000;

/** Items of an address, joined by commas: each once, in order, and `most` of them at most. */
export function listOf<Item extends string | number>(item: z.ZodType<Item, string>, most = mostListed) {
  return z
    .string()
    .transform((text) => [...new Set(text.split(',').filter((one) => one !== ''))])
    .pipe(z.array(item).max(most))
    .transform((items) => items.toSorted((a, b) => (a < b ? -1 : 1)));
}

/** ISO 3166-1 alpha-2. */
export const CountryCodeSchema = z.string().regex(/^[A-Z]{2}$/);

/** Public number of a data set. */
export const ListedDataSetSchema = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .pipe(z.number().int().max(maxDataSetNr));
