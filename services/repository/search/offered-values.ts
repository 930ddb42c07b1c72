import { sql } from 'drizzle-orm';

import { foldText } from '@domain/search/fold';

import { formFields } from '../metadata/schema';
import type { Database, Queryable } from '../store/database';
import { dataSets, uploads } from '../store/schema';
import { readSearchRevision } from './search-documents';

/** A text that is suggested for a field, in its most frequent spelling. */
export interface OfferedValue {
  value: string;
  /** Folded, with a space before every word, because typed text is matched with the beginnings of words. */
  words: string;
  count: number;
}

/** How long values are cached before checking for changed data sets. */
const lifeMs = 5 * 60 * 1000;
/** Maximum number of cached texts of all fields: about 10 MB if all have the maximum length. */
const keptTexts = 20_000;

interface Reading {
  values: Promise<Map<number, OfferedValue[]>>;
  /** Revision of the search index, which changes with every data set that is published, corrected or withdrawn. */
  revision: number;
  until: number;
}

const readings = new WeakMap<Database, Reading>();

/** Values of published data sets in the suggested fields, by field, most frequent first. */
export async function offeredValues(db: Database, now: Date): Promise<Map<number, OfferedValue[]>> {
  const kept = readings.get(db);
  if (kept && kept.until > now.getTime()) return kept.values;
  const revision = await readSearchRevision(db);
  // Another request may have begun to read in the meantime.
  const latest = readings.get(db);
  const values = latest?.revision === revision ? latest.values : readValues(db);
  readings.set(db, { values, revision, until: now.getTime() + lifeMs });
  // Failures are not cached, so that the next request tries again.
  values.catch(() => readings.delete(db));
  return values;
}

/** Ids of the fields for which published values are suggested. */
export const offeredFields: readonly number[] = formFields('en')
  .filter(({ suggest }) => suggest)
  .map(({ id }) => id);

async function readValues(db: Database): Promise<Map<number, OfferedValue[]>> {
  const byField = new Map(offeredFields.map((field) => [field, new Map<string, OfferedValue>()]));
  for (const { field, value, count } of await listPublishedValues(db, offeredFields, keptTexts)) {
    const folded = foldText(value);
    const same = byField.get(field)?.get(folded);
    // 'Ausdauer' and 'ausdauer' are merged under the most frequent spelling, which comes first.
    if (same) same.count += count;
    else if (folded !== '') byField.get(field)?.set(folded, { value, words: ` ${folded}`, count });
  }
  return new Map(
    [...byField].map(([field, values]) => [field, [...values.values()].sort((a, b) => b.count - a.count)]),
  );
}

/** Values of some metadata fields in all published data sets, most frequent first, at most `limit`. */
async function listPublishedValues(db: Queryable, fields: readonly number[], limit: number) {
  const entry = sql.raw('entry');
  const text = sql.raw('text');
  const answer = await db.execute<{ field: string; value: string; count: number }>(sql`
    select ${entry} ->> 'id' as field, ${text}.value as value, count(distinct ${dataSets.nr})::int as count
    from ${dataSets} inner join ${uploads} on ${uploads.number} = ${dataSets.upload},
      jsonb_array_elements(${dataSets.metadata}) as ${entry},
      jsonb_array_elements_text(${entry} -> 'values') as ${text}(value)
    where (${entry} ->> 'id')::numeric = any(${sql.param(fields)}::numeric[]) and ${uploads.withdrawnAt} is null
    group by 1, 2 order by 3 desc, 2 limit ${limit}`);
  return answer.rows.map(({ field, value, count }) => ({ field: Number(field), value, count: Number(count) }));
}
