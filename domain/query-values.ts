import { z } from 'zod';

import { maxDataSetNr } from './limits';

/*
 * Values in the query of an address that choose rows, as norms and pools read them.
 */

/** A number or range within limits: '8' or '6-17'. Refuses one that ends before it begins. */
export function rangeWithin({ start: least, end: most }: { start: number; end: number }) {
  return z
    .string()
    .regex(/^\d{1,4}(-\d{1,4})?$/)
    .transform((text) => {
      const [start = 0, end = start] = text.split('-').map(Number);
      return { start, end };
    })
    .refine(({ start, end }) => start <= end && start >= least && end <= most);
}

/** ISO 3166-1 alpha-2. */
export const CountryCodeSchema = z.string().regex(/^[A-Z]{2}$/);

/** Public number of a data set. */
export const ListedDataSetSchema = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .pipe(z.number().int().max(maxDataSetNr));
