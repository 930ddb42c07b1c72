import type { MetadataEntry } from '@domain/api/metadata';
import { statusRules } from '@domain/upload-status';

import { missingCodes } from '../checks/checked-table';
import type { JobQueue } from '../jobs/job-queue';
import type { Transaction } from '../store/database';
import { listStudyUploads } from '../store/studies';
import { listUploadProgress } from '../store/upload-progress';
import { startChecks } from './start-checks';

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
