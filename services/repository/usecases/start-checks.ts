import type { JobQueue } from '../jobs/job-queue';
import type { Transaction } from '../store/database';
import { startMappingRevision } from '../store/mapping';
import type { TableProgress } from '../store/upload-progress';

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
