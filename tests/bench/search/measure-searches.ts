import type pg from 'pg';

import { resultsPerPage } from '@domain/limits';
import { createRandom } from '../../../services/repository/help-files/made-up-people';
import type { RepositoryContext } from '../../../services/repository/context/context';
import { type Database, openStore } from '../../../services/repository/store/database';
import { searchDataSets } from '../../../services/repository/usecases/search/search-data-sets';
import { makeBareSearch, runBareSearch } from './bare-search';
import type { MadeUpDataSets } from './made-up-data-set';
import { type TypicalSearch, typicalSearches } from './typical-searches';
import type { WordQueries } from './word-queries';

const rounds = 20;
/** Rounds in which PostgreSQL and the program get warm. */
const warmUps = 3;

/** Milliseconds of each search of all rounds. */
export interface SearchTimes {
  what: string;
  anew: number[];
  /** The same search at once again: its words are kept. */
  again: number[];
  bare: number[];
}

/**
 * Measures the typical searches and the same searches by bare SQL, through one pool, one after the other. Throws if both
 * do not find the same number of data sets.
 */
export async function measureSearches(
  repository: RepositoryContext,
  made: Pick<MadeUpDataSets, 'words'>,
  { pool, queries }: { pool: pg.Pool; queries: WordQueries },
): Promise<SearchTimes[]> {
  const random = createRandom(7);
  // Its words are looked up, even if the repository knows them.
  const bareDb = openStore(pool);
  const times = new Map<string, SearchTimes>();
  for (let round = 0; round < warmUps + rounds; round += 1) {
    for (const search of typicalSearches(made, random)) {
      const measured = await measureSearch(repository, search, { bareDb, pool, queries });
      if (round < warmUps) continue;
      const known = times.get(search.what) ?? { what: search.what, anew: [], again: [], bare: [] };
      times.set(search.what, known);
      for (const kind of ['anew', 'again', 'bare'] as const) known[kind].push(measured[kind]);
    }
  }
  return [...times.values()];
}

async function measureSearch(
  repository: RepositoryContext,
  { what, input, page }: TypicalSearch,
  { bareDb, pool, queries }: { bareDb: Database; pool: pg.Pool; queries: WordQueries },
) {
  const asked = { ...input, page: page === 'last' ? Number.MAX_SAFE_INTEGER : 1 };
  const [anew, [{ count, page: shown, terms, ignored }]] = await timed(() => searchDataSets(repository, asked));
  const [again] = await timed(() => searchDataSets(repository, asked));
  const offset = (shown - 1) * resultsPerPage;
  const search = await makeBareSearch(bareDb, queries, { input, offset });
  const [bare, found] = await runBareSearch(pool, search);
  // Bare SQL looks for the facts of names alone.
  const isNamed = terms.some(({ meaning }) => meaning !== '');
  // A word that was late is left out by the search alone; then the search itself is too slow.
  if (ignored.late === 0 && (isNamed ? found > count : found !== count)) {
    throw new Error(`${what}: ${count} hits, ${found} by bare SQL:\n${JSON.stringify(input)}`);
  }
  return { anew, again, bare };
}

/** How long some work took, in milliseconds, and its result. */
export async function timed<Result>(work: () => Promise<Result>): Promise<[ms: number, result: Result]> {
  const start = performance.now();
  const result = await work();
  return [performance.now() - start, result];
}

/** The value that 95 of 100 do not exceed. */
export function p95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? NaN;
}

/** The value that half of them do not exceed. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length / 2) - 1] ?? NaN;
}
