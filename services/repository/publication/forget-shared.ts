import { catalogueTag, dataSetTag, everythingTag, normsTag, serversKnowSeconds } from '@domain/shared-cache';

import type { RepositoryContext } from '../context/context';
import type { Transaction } from '../store/database';
import { listNumbersBeside } from '../store/data-set-records';

/**
 * Has shared caches forget what they keep about the data sets of uploads, and lists of data sets: at once, and again
 * when no server answers with what was before, because a cache may have asked one meanwhile.
 */
export async function forgetShared(
  tx: Transaction,
  { jobs, settings }: Pick<RepositoryContext, 'jobs' | 'settings'>,
  uploads: readonly number[],
): Promise<void> {
  if (settings.sharedCache.purgeAddresses.length === 0) return;
  const numbers = await listNumbersBeside(tx, uploads);
  await forgetTags(tx, { jobs, settings }, [catalogueTag, ...numbers.map(dataSetTag)]);
}

/** Has shared caches forget what tells of norms, in the same way. */
export async function forgetNorms(
  tx: Transaction,
  { jobs, settings }: Pick<RepositoryContext, 'jobs' | 'settings'>,
): Promise<void> {
  if (settings.sharedCache.purgeAddresses.length > 0) {
    await forgetTags(tx, { jobs, settings }, [catalogueTag, normsTag]);
  }
}

async function forgetTags(
  tx: Transaction,
  { jobs, settings }: Pick<RepositoryContext, 'jobs' | 'settings'>,
  tags: string[],
): Promise<void> {
  const { lagSeconds } = settings.sharedCache;
  await jobs.enqueue(tx, 'purge-caches', { tags });
  for (const seconds of serversKnowSeconds) await jobs.enqueue(tx, 'purge-caches', { tags }, seconds + lagSeconds);
}

/** Has shared caches forget everything, because pages of this release, or with these settings, may be others. */
export async function forgetAllShared({
  db,
  jobs,
  settings,
}: Pick<RepositoryContext, 'db' | 'jobs' | 'settings'>): Promise<void> {
  if (settings.sharedCache.purgeAddresses.length > 0) await jobs.enqueue(db, 'purge-caches', { tags: [everythingTag] });
}
