import { sql } from 'drizzle-orm';

import { foldText } from '@domain/search/fold';

import { formFields } from '../metadata/schema';
import type { Database, Queryable } from '../store/database';
import { dataSets } from '../store/schema';

/** A text that is offered for a field, as most data sets write it. */
export interface OfferedValue {
  value: string;
  /** Folded, with a blank before every word: what somebody types is looked for at the beginning of one. */
  words: string;
  count: number;
}

/** How long one reading serves all who type without a look whether data sets were published since. */
const lifeMs = 5 * 60 * 1000;
/** Most texts that are kept of all fields together: some 10 MB when every one is as long as it may be. */
const keptTexts = 20_000;

interface Reading {
  values: Promise<Map<number, OfferedValue[]>>;
  /** Number of data sets it was made from. Published metadata never changes. */
  count: number;
  until: number;
}

const readings = new WeakMap<Database, Reading>();

/** What the published data sets hold in the fields that are offered, by field, most used first. */
export async function offeredValues(db: Database, now: Date): Promise<Map<number, OfferedValue[]>> {
  const kept = readings.get(db);
  if (kept && kept.until > now.getTime()) return kept.values;
  const count = await db.$count(dataSets);
  // Somebody else may have begun to read meanwhile.
  const latest = readings.get(db);
  const values = latest?.count === count ? latest.values : readValues(db);
  readings.set(db, { values, count, until: now.getTime() + lifeMs });
  // A failure is not shared: the next one who types asks again.
  values.catch(() => readings.delete(db));
  return values;
}

/** The fields of the schema whose published texts are offered while somebody types. */
export const offeredFields: readonly number[] = formFields('en')
  .filter(({ suggest }) => suggest)
  .map(({ id }) => id);

async function readValues(db: Database): Promise<Map<number, OfferedValue[]>> {
  const byField = new Map(offeredFields.map((field) => [field, new Map<string, OfferedValue>()]));
  for (const { field, value, count } of await listPublishedValues(db, offeredFields, keptTexts)) {
    const folded = foldText(value);
    const same = byField.get(field)?.get(folded);
    // 'Ausdauer' and 'ausdauer' are one: the spelling of most, which comes first, stands for both.
    if (same) same.count += count;
    else if (folded !== '') byField.get(field)?.set(folded, { value, words: ` ${folded}`, count });
  }
  return new Map(
    [...byField].map(([field, values]) => [field, [...values.values()].sort((a, b) => b.count - a.count)]),
  );
}

/** The texts of some metadata fields over all published data sets, most used first, at most `limit` of them. */
async function listPublishedValues(db: Queryable, fields: readonly number[], limit: number) {
  const entry = sql.raw('entry');
  const text = sql.raw('text');
  const answer = await db.execute<{ field: string; value: string; count: number }>(sql`
    select ${entry} ->> 'id' as field, ${text}.value as value, count(distinct ${dataSets.nr})::int as count
    from ${dataSets}, jsonb_array_elements(${dataSets.metadata}) as ${entry},
      jsonb_array_elements_text(${entry} -> 'values') as ${text}(value)
    where (${entry} ->> 'id')::numeric = any(${sql.param(fields)}::numeric[])
    group by 1, 2 order by 3 desc, 2 limit ${limit}`);
  return answer.rows.map(({ field, value, count }) => ({ field: Number(field), value, count: Number(count) }));
}
