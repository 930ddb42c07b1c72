import {
  DataSetSchema,
  PublishedTablesSchema,
  SearchAnswerSchema,
  SiteStatisticsSchema,
  type DataSet,
  type PublishedTables,
  type SearchAnswer,
  type SiteStatistics,
} from '@domain/api/search';
import { RowWindowSchema, type RowWindow } from '@domain/api/uploads';
import type { MotorTest } from '@domain/motor-tests';

import { callForJson, segments, type ClientContext, type RepositoryTransport } from './transport';

/** Search query: motor tests and text terms, joined by AND. */
export interface SearchQuery {
  tests: readonly MotorTest[];
  text: string;
  page: number;
}

/** Hits of a search, newest first. The first element contains the totals and how each term was understood. */
export function searchDataSets(context: ClientContext, { tests, text, page }: SearchQuery): Promise<SearchAnswer> {
  return callForJson(context, SearchAnswerSchema, '/search', { query: { e: [...tests], q: text, page } });
}

/** Every page shows the counters: one reading of them serves all pages for this long. */
const statisticsLifeMs = 2000;
const statistics = new WeakMap<RepositoryTransport, { reading: Promise<SiteStatistics>; until: number }>();

/** Counters of the footer, at most two seconds old. */
export function readStatistics(context: ClientContext): Promise<SiteStatistics> {
  const shared = statistics.get(context.repository);
  if (shared && shared.until > Date.now()) return shared.reading;
  const reading = callForJson({ ...context, accessToken: null }, SiteStatisticsSchema, '/search/stats');
  statistics.set(context.repository, { reading, until: Date.now() + statisticsLifeMs });
  // A failure is not shared: the next page asks again.
  reading.catch(() => statistics.delete(context.repository));
  return reading;
}

/** Published description of a data set. Throws 404 for an unknown number. */
export function readDataSet(context: ClientContext, nr: number): Promise<DataSet> {
  return callForJson(context, DataSetSchema, `/search/metadata${segments(nr)}`);
}

/** Published tables of a data set with their columns in the language of the user. */
export function listPublishedTables(context: ClientContext, nr: number): Promise<PublishedTables> {
  return callForJson(context, PublishedTablesSchema, `/search/data${segments(nr)}/tables`);
}

/** Window of rows of a published table; `offset` counts from 0. */
export function readPublishedRows(
  context: ClientContext,
  nr: number,
  window: { table: string; offset: number; limit: number },
): Promise<RowWindow> {
  return callForJson(context, RowWindowSchema, `/search/data${segments(nr)}/rows`, { query: window });
}
