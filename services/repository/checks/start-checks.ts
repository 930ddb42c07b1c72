import type { MetadataEntry } from '@domain/api/metadata';
import { statusRules } from '@domain/upload-status';

import type { JobQueue } from '../context/job-queue';
import type { Transaction } from '../store/database';
import { startMappingRevision } from '../store/mapping';
import { listStudyUploads } from '../store/studies';
import { listUploadProgress, type TableProgress } from '../store/upload-progress';
import { missingCodes } from './checked-table';

/**
 * Has the mapped ones of some tables checked again, in the transaction that gives the reason; returns
 * their ids. A check that still runs is thrown away. Problems and comments stay until the new ones are there.
 */
export async function startChecks(
  tx: Transaction,
  jobs: JobQueue,
  tables: readonly TableProgress[],
): Promise<number[]> {
  const mapped = tables.filter((table) => table.mapped).map(({ id }) => id);
  for (const table of mapped) {
    const revision = await startMappingRevision(tx, table, 'running');
    await jobs.enqueue(tx, 'check-table', { table, revision });
  }
  return mapped;
}

/**
 * Checks the uploads of a study again for which other codes of missing values are declared now than by
 * the metadata they had; returns the tables.
 */
export async function recheckStudy(
  tx: Transaction,
  jobs: JobQueue,
  study: number,
  { before, metadata }: { before: Map<number, MetadataEntry[]>; metadata: MetadataEntry[] },
): Promise<number[]> {
  const codes = (entries: MetadataEntry[] = []) => JSON.stringify(missingCodes([], entries));
  const uploads = (await listStudyUploads(tx, study)).filter(
    ({ number, status }) => statusRules[status].editable && codes(before.get(number)) !== codes(metadata),
  );
  const progress = await listUploadProgress(
    tx,
    uploads.map(({ number }) => number),
  );
  return startChecks(
    tx,
    jobs,
    progress.flatMap(({ tables }) => tables),
  );
}
