import { type PoolDataSets, PoolDataSetsSchema } from '@domain/api/pool';
import type { Language } from '@domain/language';
import { type PoolChoice, type PoolFormat, writePoolChoice } from '@domain/pool/pool-choice';

import { call, callForJson, type ClientContext } from './transport';

/** Data sets with these numbers, and whether the caller may take their rows. */
export async function listPoolDataSets(context: ClientContext, numbers: readonly number[]): Promise<PoolDataSets> {
  if (numbers.length === 0) return [];
  return callForJson(context, PoolDataSetsSchema, '/pool/data-sets', { query: { 'data-sets': numbers.join() } });
}

/** Stream of one table of several data sets with the files about it. `headers` may ask for a range of it. */
export function fetchPool(
  context: ClientContext,
  { choice, format, language }: { choice: PoolChoice; format: PoolFormat; language: Language },
  { headers, signal }: { headers: Record<string, string>; signal: AbortSignal },
): Promise<Response> {
  const query = Object.fromEntries([...writePoolChoice(choice), ['format', format], ['lang', language]]);
  return call(context, '/pool/package', { query, headers: { ...headers, Accept: '*/*' }, signal });
}
