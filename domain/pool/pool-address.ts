import { poolChoiceOf, PoolQuerySchema } from '../api/pool';
import { readEnds, type UnreadPart } from '../choice-ranges';
import type { Language } from '../language-code';
import { readParameters } from '../query-values';
import type { PoolChoice, PoolFormat } from './pool-choice';

/** What an address says of a pool, and what of it cannot be read. */
export interface PoolAddress {
  choice: PoolChoice;
  /** Null where they are not said. */
  format: PoolFormat | null;
  language: Language | null;
  unread: UnreadPart[];
}

/** Fields of the form that have other names than the parameters of the API. */
const fieldNames = new Map([
  ['set', 'data-sets'],
  ['test', 'tests'],
  ['country', 'countries'],
]);

/** Reads an address as programs write it, which is that of the API, or as the form sends it (`set`, `age-from` …). */
export function readPoolAddress(query: URLSearchParams): PoolAddress {
  const named = new URLSearchParams([...query].map(([name, value]) => [fieldNames.get(name) ?? name, value]));
  const ends = (['age', 'year'] as const).map((name) => ({ name, ...readEnds(query, name) }));
  for (const { name, range } of ends) if (range) named.append(`${name}s`, `${range.start}-${range.end}`);
  const { read, unread } = readParameters(PoolQuerySchema.shape, named);
  return {
    choice: poolChoiceOf({ 'data-sets': [], ...read }),
    format: read.format ?? null,
    language: read.lang ?? null,
    unread: [...ends.flatMap((one) => one.unread), ...unread],
  };
}
