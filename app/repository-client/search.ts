import type { z } from 'zod';

import { type ChangeBlocks, ChangeBlocksSchema, type Changes, ChangesSchema } from '@domain/api/changes';
import {
  DataSetSchema,
  OverviewSchema,
  PublishedTablesSchema,
  RelatedSchema,
  SearchAnswerSchema,
  SearchNumbersSchema,
  SiteStatisticsSchema,
  type DataSet,
  type PublishedTables,
  type Related,
  type SearchAnswer,
  type SearchNumbers,
} from '@domain/api/search';
import { type PublicCorrection, PublicCorrectionSchema } from '@domain/api/metadata-corrections';
import { type PublishedDistributions, PublishedDistributionsSchema } from '@domain/api/published-distributions';
import { type Quality, QualitySchema } from '@domain/api/quality';
import { RowWindowSchema, totalCountHeader, type RowWindow } from '@domain/api/uploads';
import { type DataSetUse, DataSetUseSchema } from '@domain/api/use';
import { correctionsPerPage } from '@domain/limits';
import { placeOf } from '@domain/page-of';
import type { MotorTest } from '@domain/motor-tests';
import { type Filters, listFilters, type SortOrder } from '@domain/search/filters';
import { sharedNumbersLifeMs } from '@domain/shared-cache';
import { withoutYielding } from '@domain/yield-to-others';

import { call, callForJson, segments, type ClientContext, type RepositoryTransport } from './transport';

/** A search: motor tests and text terms, joined by AND, narrowed by facets, in an order. */
export interface SearchQuery {
  tests: readonly MotorTest[];
  text: string;
  filters: Filters;
  /** Null for the usual order. */
  sort: SortOrder | null;
}

/** The search as parameters of `api/search`. Those of facets are repeated, because their values may have commas. */
function addressOf(path: string, { tests, text, filters, sort }: SearchQuery, more: [string, number]): string {
  const query = new URLSearchParams([['e', tests.join()], ['q', text], ...listFilters(filters)]);
  if (sort !== null) query.set('sort', sort);
  query.set(more[0], String(more[1]));
  return `${path}?${query}`;
}

/** Hits of a search. The first element contains the totals, the facets and how each term was understood. */
export function searchDataSets(
  context: ClientContext,
  { page, ...search }: SearchQuery & { page: number },
): Promise<SearchAnswer> {
  return callForJson(context, SearchAnswerSchema, addressOf('/search', search, ['page', page]));
}

/** The public numbers of the first hits of a search, at most `limit`. */
export function listNumbers(context: ClientContext, search: SearchQuery, limit: number): Promise<SearchNumbers> {
  return callForJson(context, SearchNumbersSchema, addressOf('/search/numbers', search, ['limit', limit]));
}

/**
 * Reads something public that is the same for everybody, at most two seconds old: every page shows the counters, and
 * every start page the overview.
 */
export function sharedReading<Schema extends z.ZodType>(schema: Schema, path: `/${string}`) {
  const shared = new WeakMap<RepositoryTransport, Map<string, { reading: Promise<z.output<Schema>>; until: number }>>();
  return (context: ClientContext): Promise<z.output<Schema>> => {
    const byLanguage = shared.get(context.repository) ?? new Map();
    shared.set(context.repository, byLanguage);
    const known = byLanguage.get(context.language);
    if (known && known.until > Date.now()) return known.reading;
    const reading = withoutYielding(() => callForJson({ ...context, accessToken: null }, schema, path));
    byLanguage.set(context.language, { reading, until: Date.now() + sharedNumbersLifeMs });
    // A failure is not shared: the next page asks again.
    reading.catch(() => byLanguage.delete(context.language));
    return reading;
  };
}

/** Counters of the footer. */
export const readStatistics = sharedReading(SiteStatisticsSchema, '/search/stats');

/** What the catalogue contains, for the start page. */
export const readOverview = sharedReading(OverviewSchema, '/search/overview');

/** Blocks of the catalogue with the times of their last changes. */
export function readChangeBlocks(context: ClientContext): Promise<ChangeBlocks> {
  return callForJson(context, ChangeBlocksSchema, '/search/changes');
}

/** Data sets of a block with the times of their last changes. */
export function readChanges(context: ClientContext, block: number): Promise<Changes> {
  return callForJson(context, ChangesSchema, `/search/changes${segments(block)}`);
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

/** Data sets of the same study, and others with the same motor tests and ages. */
export function listRelated(context: ClientContext, nr: number): Promise<Related> {
  return callForJson(context, RelatedSchema, `/search/related${segments(nr)}`);
}

/** A page of the corrections of a data set, newest first. */
export interface CorrectionPage {
  corrections: PublicCorrection[];
  page: number;
  pages: number;
  total: number;
}

/** A page of the corrections of a data set; a page beyond the last is the last. The first one is in its description. */
export async function readCorrections(
  context: ClientContext,
  { row, corrections, correctionCount }: DataSet,
  wanted: number,
): Promise<CorrectionPage> {
  if (wanted === 1) return pageOfCorrections(corrections, correctionCount, 1);
  const response = await call(context, `/search/corrections${segments(row.nr)}`, { query: { page: wanted } });
  const total = Number(response.headers.get(totalCountHeader));
  return pageOfCorrections(PublicCorrectionSchema.array().parse(await response.json()), total, wanted);
}

function pageOfCorrections(corrections: PublicCorrection[], total: number, wanted: number): CorrectionPage {
  return { corrections, ...placeOf(total, wanted, correctionsPerPage) };
}

/** Quality statement of a published data set, with explanations as far as the user may read them. Throws 404 before it is public. */
export function readQuality(context: ClientContext, nr: number): Promise<Quality> {
  return callForJson(context, QualitySchema, `/search/quality${segments(nr)}`);
}

/** The tests of a published data set with their distributions, or why there are none yet. Throws 404 before it is public. */
export function readDistributions(context: ClientContext, nr: number): Promise<PublishedDistributions> {
  return callForJson(context, PublishedDistributionsSchema, `/search/data${segments(nr)}/distributions`);
}

/** How often a data set was viewed and downloaded. */
export function readUse(context: ClientContext, nr: number): Promise<DataSetUse> {
  return callForJson(context, DataSetUseSchema, `/search/use${segments(nr)}`);
}
