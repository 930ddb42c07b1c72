import type { MetadataEntry } from '@domain/api/metadata';
import { statusRules } from '@domain/upload-status';

import type { JobQueue } from '../context/job-queue';
import type { Transaction } from '../store/database';
import { startMappingRevision } from '../store/mapping';
import { listStudyUploads } from '../store/studies';
import { listUploadProgress, type TableProgress } from '../store/upload-progress';
import { missingCodes } from './checked-table';

/**
 * Checks the mapped ones of some tables again that are data, within the caller's transaction. Returns their ids. Results of checks
 * that still run are discarded. Problems and comments stay until the new ones are stored.
 */
export async function startChecks(
  tx: Transaction,
  jobs: JobQueue,
  tables: readonly TableProgress[],
): Promise<number[]> {
  const mapped = tables.filter(({ mapped, leftOut }) => mapped && leftOut === null).map(({ id }) => id);
  for (const table of mapped) {
    const revision = await startMappingRevision(tx, table, 'running');
    await jobs.enqueue(tx, 'check-table', { table, revision });
  }
  return mapped;
}

/**
 * Checks the uploads of a study again whose missing-value codes differ from those of their previous metadata. Returns
 * the ids of the tables.
 */
export async function recheckStudy(
  tx: Transaction,
  jobs: JobQueue,
  study: number,
  { before, metadata }: { before: Map<number, MetadataEntry[]>; metadata: MetadataEntry[] },
): Promise<number[]> {
  const codes = (entries: MetadataEntry[] = []) => JSON.stringify(missingCodes([], entries));
  const changed = new Set([...before].flatMap(([number, known]) => (codes(known) === codes(metadata) ? [] : number)));
  if (changed.size === 0) return [];
  const uploads = (await listStudyUploads(tx, study)).filter(
    ({ number, status }) => statusRules[status].editable && changed.has(number),
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
