import { type SQL, sql } from 'drizzle-orm';

import type { ListFilter } from '@domain/api/board-list';
import { submissionsCounted } from '@domain/limits';
import { readIdentifier } from '@domain/search/read-identifiers';
import { parseUploadId } from '@domain/upload-id';

import type { Queryable } from './database';
import { dois, files, people, sourceColumns, sourceTables, studies, uploads } from './schema';

/** Tables that are data: neither recognised nor chosen as something else. */
export const isData = sql`coalesce(t.data_choices ->> 'table',
  case when t.recognised ->> 'table' is null then 'data' end) = 'data'`;

/** A text as a part of a pattern for `like`. */
export const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/**
 * One thing that a filter asks for, said for finding the uploads, and for looking at each upload as `u`. PostgreSQL would
 * read whole tables first to join them, which no limit shortens. It looks at one row after the other where the inner query has
 * a limit, or an offset, of its own.
 */
interface Match {
  found: SQL;
  holds: SQL;
}

/**
 * Condition on uploads as `u` for the test and the text of a filter; null without them. Where few match, it names them, as
 * their indexes find them. Where more than `few` match, it looks at one upload after the other, because the first
 * pages are soon found.
 */
export async function matchesOf(
  db: Queryable,
  { test, q }: Pick<ListFilter, 'test' | 'q'>,
  few: number = submissionsCounted,
): Promise<SQL | null> {
  const asked = [...(test ? [hasTest(test)] : []), ...(q ? [hasText(q)] : [])];
  const conditions = await Promise.all(asked.map((match) => conditionOf(db, match, few)));
  return conditions.length === 0 ? null : sql.join(conditions, sql` and `);
}

async function conditionOf(db: Queryable, { found, holds }: Match, few: number): Promise<SQL> {
  const { rows } = await db.execute<{ number: number }>(sql`
    select number from (${found}) as found limit ${few + 1}`);
  if (rows.length > few) return holds;
  return sql`u.number = any(${sql.param(rows.map(({ number }) => number))}::int[])`;
}

function hasTest(test: string): Match {
  const columns = (isTarget: SQL) => sql`select c.table_id from ${sourceColumns} as c where ${isTarget}`;
  const [isTest, isResult] = [sql`c.target_key = ${test}`, sql`c.target_key like ${`${literal(test)}.%`}`];
  return {
    found: sql`select of.upload as number
      from (${columns(isTest)} union all ${columns(isResult)}) as columns
      cross join lateral (
        select f.upload from ${sourceTables} as t join ${files} as f on f.id = t.file
        where t.id = columns.table_id and f.version_state = 'current' and ${isData} limit 1) as of`,
    holds: sql`(select true from ${files} as f join ${sourceTables} as t on t.file = f.id
      join ${sourceColumns} as c on c.table_id = t.id
      where f.upload = u.number and f.version_state = 'current' and ${isData} and (${isTest} or ${isResult}) limit 1)`,
  };
}

/** A text in the title, the name of the file or the e-mail address, or one of the numbers or the DOI. */
function hasText(q: string): Match {
  const part = `%${literal(q)}%`;
  const { number = 0, kind = '' } = parseUploadId(q.toLowerCase()) ?? {};
  const { nr, doi } = namedBy(q);
  const isCurrent = sql`version_state = 'current'`;
  const uploadsWith = (column: SQL) => sql`cross join lateral (
    select number from ${uploads} where ${column} offset 0) as of`;
  return {
    found: sql`
      select of.number from ${studies} as st ${uploadsWith(sql`study = st.id`)} where st.title ilike ${part}
      union all select upload from ${files} where ${isCurrent} and name ilike ${part}
      union all select of.number from ${people} as p ${uploadsWith(sql`owner = p.subject`)} where p.email ilike ${part}
      union all select number from ${uploads} where nr = ${nr}
      union all select upload from ${dois} where doi = ${doi}
      union all select number from ${uploads} where number = ${number} and kind = ${kind}`,
    holds: sql`((select title ilike ${part} from ${studies} where id = u.study limit 1)
      or (select name ilike ${part} from ${files} where upload = u.number and ${isCurrent} limit 1)
      or (select email ilike ${part} from ${people} where subject = u.owner limit 1)
      or (select doi = ${doi} from ${dois} where upload = u.number limit 1)
      or u.nr = ${nr} or (u.number = ${number} and u.kind = ${kind}))`,
  };
}

/** The data set that a text names as a whole: its number, as '7' or 'data set 7', or its DOI; 0 and '' for none. */
function namedBy(q: string): { nr: number; doi: string } {
  if (/^[1-9]\d{0,8}$/.test(q)) return { nr: Number(q), doi: '' };
  const read = readIdentifier(q);
  const found = read?.length === q.length ? read.found : null;
  return { nr: found?.kind === 'data-set' ? found.nr : 0, doi: found?.kind === 'doi' ? found.doi : '' };
}
