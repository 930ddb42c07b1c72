import { sql } from 'drizzle-orm';

import type { Queryable } from './database';
import { dataSets } from './schema';

/** A text that published data sets hold in a field, and how many of them do. */
export interface PublishedValue {
  field: number;
  value: string;
  count: number;
}

/** How many data sets are published. */
export function countDataSets(db: Queryable): Promise<number> {
  return db.$count(dataSets);
}

/** The texts of some metadata fields over all published data sets, most used first, at most `limit` of them. */
export async function listPublishedValues(
  db: Queryable,
  fields: readonly number[],
  limit: number,
): Promise<PublishedValue[]> {
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
