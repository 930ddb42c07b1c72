import { z } from 'zod';

import type { UnreadPart } from './choice-ranges';
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

/**
 * What the parameters of an address say, each by its schema, and what of them cannot be read: nobody is to get something
 * else than was asked for. One that is repeated is a list, one that is empty says nothing, and other names mean nothing.
 */
export function readParameters<Shape extends z.ZodRawShape>(
  shape: Shape,
  query: URLSearchParams,
): { read: Partial<z.output<z.ZodObject<Shape>>>; unread: UnreadPart[] } {
  const read: Record<string, unknown> = {};
  const unread: UnreadPart[] = [];
  for (const [name, schema] of Object.entries(shape)) {
    const parse = (texts: string[]) => z.safeParse(schema, texts.join(','));
    const texts = query.getAll(name).flatMap((value) => value.split(',').filter((part) => part !== ''));
    if (texts.length === 0) continue;
    let parsed = parse(texts);
    if (!parsed.success) {
      const known = texts.filter((one) => parse([one]).success);
      unread.push({ name, value: texts.find((one) => !known.includes(one)) ?? texts.join(',') });
      if (known.length > 0 && known.length < texts.length) parsed = parse(known);
    }
    if (parsed.success) read[name] = parsed.data;
  }
  return { read: read as Partial<z.output<z.ZodObject<Shape>>>, unread };
}
