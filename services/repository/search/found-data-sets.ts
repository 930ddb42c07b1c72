import { and, asc, eq, gt, inArray, sql, type SQL } from 'drizzle-orm';

import { MetadataEntrySchema } from '@domain/api/metadata';

import type { Transaction } from '../store/database';
import { lockSearchIndex } from '../store/locks';
import { dataSets, searchDocuments, uploads } from '../store/schema';
import { inSeries } from '../store/versions';
import type { SearchSource } from './describe-search-document';
import { recountFromNow, removeSearchDocuments, writeSearchDocuments } from './search-documents';

/*
 * Which published data sets are found: of the versions that are not withdrawn the newest. Older ones stay at their
 * addresses.
 */

/** Condition on `uploads`: the search finds its data set, if that is published. */
export const isFound: SQL = sql`(${uploads.withdrawnAt} is null and not exists (
  select from ${uploads} as newer inner join ${dataSets} as published on published.upload = newer.number
  where newer.series = coalesce(${uploads.series}, ${uploads.number}) and newer.version > ${uploads.version}
    and newer.withdrawn_at is null))`;

/**
 * The next found data sets after a number, to make their documents again. No other transaction changes the index until
 * this one ends.
 */
export function listSearchSources(tx: Transaction, after: number, limit: number): Promise<SearchSource[]> {
  return selectSources(tx, and(gt(dataSets.nr, after), isFound), limit);
}

async function selectSources(tx: Transaction, condition: SQL | undefined, limit: number): Promise<SearchSource[]> {
  await lockSearchIndex(tx);
  const { nr, row, metadata, postalAreas, publishedAt } = dataSets;
  const rows = await tx
    .select({ nr, row, metadata, postalAreas, publishedAt })
    .from(dataSets)
    .innerJoin(uploads, eq(uploads.number, dataSets.upload))
    .where(condition)
    .orderBy(asc(nr))
    .limit(limit);
  return rows.map((source) => ({ ...source, metadata: MetadataEntrySchema.array().parse(source.metadata) }));
}

/**
 * Brings the search up to date after a version of a series was published, corrected, withdrawn or restored. The
 * uploads of the series must be locked.
 */
export async function updateSearch(tx: Transaction, series: number): Promise<void> {
  const versions = inSeries(series);
  const indexed = await tx
    .select({ nr: searchDocuments.nr })
    .from(searchDocuments)
    .innerJoin(dataSets, eq(dataSets.nr, searchDocuments.nr))
    .innerJoin(uploads, eq(uploads.number, dataSets.upload))
    .where(versions);
  const found = await selectSources(tx, and(versions, isFound), 1);
  const kept = found.map(({ nr }) => nr);
  const gone = indexed.map(({ nr }) => nr).filter((nr) => !kept.includes(nr));
  const isBack = await isRestored(tx, kept, indexed);
  if (gone.length > 0) await removeSearchDocuments(tx, gone);
  await writeSearchDocuments(tx, found);
  if (gone.length > 0 || isBack) await recountFromNow(tx);
}

/** Whether a data set was in the index before, and is not now. */
async function isRestored(
  tx: Transaction,
  numbers: readonly number[],
  indexed: readonly { nr: number }[],
): Promise<boolean> {
  const missing = numbers.filter((nr) => !indexed.some((one) => one.nr === nr));
  const former = and(inArray(dataSets.nr, missing), sql`${dataSets.revision} is not null`);
  return missing.length > 0 && (await tx.$count(dataSets, former)) > 0;
}
