import { sql } from 'drizzle-orm';

import type { Overview } from '@domain/api/search';
import { motorTests } from '@domain/motor-tests';

import type { RepositoryContext } from '../../context/context';
import { openCatalogue } from '../../search/open-catalogue';
import { toSearchRow } from '../../search/search-row';
import { listDataSets } from '../../store/data-set-records';
import type { Database } from '../../store/database';
import { dataSets, uploads } from '../../store/schema';

/** Newest data sets on the start page. */
const newestShown = 5;

type Totals = Omit<Overview, 'newest'>;
const kept = new WeakMap<Database, { revision: number; totals: Promise<Totals> }>();

/**
 * What the catalogue contains: totals, the same by motor test, and the newest data sets. Counted once for each revision
 * of the index. Results by test are missing for data sets that were published before they were counted. Open to
 * everybody.
 */
export async function describeCatalogue(repository: RepositoryContext): Promise<Overview> {
  const { db } = repository;
  const catalogue = await openCatalogue(db);
  let known = kept.get(db);
  if (known?.revision !== catalogue.revision) {
    known = { revision: catalogue.revision, totals: countTotals(db) };
    kept.set(db, known);
    // A failure is not kept: the next request tries again.
    known.totals.catch(() => kept.delete(db));
  }
  const newest = catalogue.documents.slice(0, newestShown).map(({ nr }) => nr);
  const records = await listDataSets(db, newest);
  return { ...(await known.totals), newest: records.map((record) => toSearchRow(record, repository)) };
}

interface Counted extends Record<string, unknown> {
  test: string | null;
  data_sets: number;
  studies: number;
  persons: number;
  values: number;
}

async function countTotals(db: Database): Promise<Totals> {
  const persons = sql`coalesce(sum((${dataSets.row} ->> 'count')::numeric), 0)::float8 as persons`;
  const counts = sql`count(*)::int as data_sets, count(distinct ${uploads.study})::int as studies, ${persons}`;
  const joined = sql`${dataSets} join ${uploads} on ${uploads.number} = ${dataSets.upload}`;
  const { rows } = await db.execute<Counted>(sql`
    select null as test, ${counts}, coalesce(sum(${dataSets.values}), 0)::float8 as values from ${joined}
    union all
    select exercise as test, ${counts}, coalesce(sum((${dataSets.results} ->> exercise)::numeric), 0)::float8 as values
    from ${joined}, jsonb_array_elements_text(${dataSets.row} -> 'exercises') as exercise group by exercise`);
  const numbersOf = (wanted: string | null) => {
    const row = rows.find(({ test }) => test === wanted);
    return {
      dataSets: row?.data_sets ?? 0,
      studies: row?.studies ?? 0,
      persons: row?.persons ?? 0,
      values: row?.values ?? 0,
    };
  };
  return { ...numbersOf(null), tests: motorTests.map((test) => ({ test, ...numbersOf(test) })) };
}
