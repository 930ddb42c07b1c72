import { and, count, countDistinct, eq, isNull, sql, sum } from 'drizzle-orm';

import type { SearchAnswer, SearchSummary, SiteStatistics } from '@domain/api/search';
import { resultsPerPage } from '@domain/limits';
import type { MotorTest } from '@domain/motor-tests';
import { parseQuery } from '@domain/search/grammar';
import { formatYears, mergeRanges, type Range } from '@domain/search/ranges';
import { type UploadStatus, uploadStatuses } from '@domain/upload-status';

import type { RepositoryContext } from '../../context/context';
import { toSearchRow } from '../../search/search-row';
import { countByTerm, findNumbers, listDataSets, summariseDataSets } from '../../search/search-sql';
import { testNames } from '../../search/test-names';
import type { Queryable } from '../../store/database';
import { dataSets, dois, uploads } from '../../store/schema';

/**
 * Finds published data sets that contain all `tests` and match all terms of `text`, newest first. Open to everybody. A
 * page beyond the last one returns the last one.
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

/**
 * Statistics of the footer: published raw and aggregated data sets, their DOIs, values and contributors, and the
 * uploads by status. 'Processed' is the number of all uploads (spec section 4). Open to everybody.
 */
export async function getStatistics({ db }: RepositoryContext): Promise<SiteStatistics> {
  const [published = { r: 0, a: 0, d: 0, n: 0, u: 0 }] = await db
    .select({
      r: sql<number>`count(*) filter (where ${uploads.kind} = 'raw')`.mapWith(Number),
      a: sql<number>`count(*) filter (where ${uploads.kind} = 'agg')`.mapWith(Number),
      d: count(dois.doi),
      n: sql<number>`coalesce(${sum(dataSets.values)}, 0)`.mapWith(Number),
      u: countDistinct(uploads.owner),
    })
    .from(dataSets)
    .innerJoin(uploads, eq(uploads.number, dataSets.upload))
    // A DOI counts as soon as it is registered, which may be after the data set is published.
    .leftJoin(dois, and(eq(dois.upload, dataSets.upload), eq(dois.state, 'findable')));
  const byStatus = await countByStatus(db);
  return {
    ...published,
    submitted: byStatus.Submitted,
    pending: byStatus.Pending,
    accepted: byStatus.Accepted,
    rejected: byStatus.Rejected,
    processed: Object.values(byStatus).reduce((total, number) => total + number, 0),
  };
}

async function countByStatus(db: Queryable): Promise<Record<UploadStatus, number>> {
  const rows = await db
    .select({ status: uploads.status, number: count() })
    .from(uploads)
    .where(isNull(uploads.deletedAt))
    .groupBy(uploads.status);
  const numbers = new Map(rows.map(({ status, number }) => [status, number]));
  return Object.fromEntries(uploadStatuses.map((status) => [status, numbers.get(status) ?? 0])) as Record<
    UploadStatus,
    number
  >;
}
