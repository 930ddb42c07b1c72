import type { SearchAnswer, SearchSummary, SiteStatistics } from '@domain/api/search';
import { resultsPerPage } from '@domain/limits';
import type { MotorTest } from '@domain/motor-tests';
import { parseQuery } from '@domain/search/grammar';
import { formatYears, mergeRanges, type Range } from '@domain/search/ranges';

import type { RepositoryContext } from '../context/context';
import { toSearchRow } from './search-row';
import { countByTerm, findNumbers, listDataSets, summariseDataSets } from './search-sql';
import { countSiteStatistics } from './site-statistics';
import { testNames } from './test-names';

/**
 * Finds published data sets that hold all `tests` and match all terms of `text`, newest first. Anybody
 * may ask. A page beyond the last one is the last one.
 */
export async function searchDataSets(
  repository: RepositoryContext,
  input: { tests: MotorTest[]; text: string; page: number },
): Promise<SearchAnswer> {
  const { db } = repository;
  const terms = parseQuery(input.text, testNames);
  const numbers = await findNumbers(db, terms, input.tests);
  const counts = await countByTerm(db, terms);
  const pages = Math.max(1, Math.ceil(numbers.length / resultsPerPage));
  const page = Math.min(input.page, pages);
  const records = await listDataSets(db, numbers.slice((page - 1) * resultsPerPage, page * resultsPerPage));
  const summary: SearchSummary = {
    count: numbers.length,
    page,
    pages,
    ...(await summarise(repository, numbers)),
    terms: terms.map(({ text, kind }, index) => ({ text, kind, count: counts[index] ?? 0 })),
    numbers,
  };
  return [summary, ...records.map((record) => toSearchRow(record, repository))];
}

type HeldTogether = Pick<SearchSummary, 'pubYears' | 'exercises' | 'types' | 'genders' | 'ages' | 'authors' | 'titles'>;

async function summarise({ db }: RepositoryContext, numbers: number[]): Promise<HeldTogether> {
  const { facets, years, authors, titles } = await summariseDataSets(db, numbers);
  type Kind = (typeof facets)[number]['kind'];
  const values = (kind: Kind) =>
    facets
      .filter((facet) => facet.kind === kind)
      .map(({ value }) => value)
      .sort();
  const ranges = (kind: Kind) =>
    facets.flatMap((facet): Range[] =>
      facet.kind === kind && facet.start !== null ? [{ start: facet.start, end: facet.end ?? facet.start }] : [],
    );
  return {
    pubYears: formatYears(years.map((year) => (typeof year === 'number' ? { start: year, end: year } : year))),
    exercises: values('exercise'),
    types: values('type'),
    genders: values('gender'),
    ages: mergeRanges(ranges('age')),
    authors,
    titles,
  };
}

/** Counters of the footer. Anybody may ask. */
export async function getStatistics({ db }: RepositoryContext): Promise<SiteStatistics> {
  return countSiteStatistics(db);
}
