import type { FieldValue } from '@domain/api/metadata';
import { Refusal } from '@domain/error-codes';
import { maxOfferedValues } from '@domain/limits';
import { foldText } from '@domain/search/fold';

import { offeredFields, offeredValues } from '../search/offered-values';
import type { Actor, RepositoryContext } from './context';

/**
 * What published data sets hold in a metadata field, for those who fill in the same field: texts with a
 * word that begins like `typed`, most used first. For any signed-in person; fields whose values the schema
 * does not offer are not found.
 */
export async function listFieldValues(
  _actor: Actor,
  { db, now }: RepositoryContext,
  { field, typed }: { field: number; typed: string },
): Promise<FieldValue[]> {
  if (!offeredFields.includes(field)) throw new Refusal('not-found');
  const start = ` ${foldText(typed)}`;
  const found: FieldValue[] = [];
  for (const { value, words, count } of (await offeredValues(db, now())).get(field) ?? []) {
    if (!words.includes(start)) continue;
    found.push({ value, count });
    if (found.length === maxOfferedValues) break;
  }
  return found;
}
