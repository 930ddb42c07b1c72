import { parseUploadId } from '@domain/upload-id';

import type { Transaction } from '../store/database';
import { lockUpload, setCheckState } from '../store/mapping';
import { awaitChecks } from './await-checks';
import type { Actor, RepositoryContext } from './context';
import { findEditableUpload } from './find-source-table';

/**
 * Checks every mapped table of an upload again: after a failed check, or when the metadata declare other
 * codes of missing values. Problems and comments stay until the new ones are there. Returns whether the
 * checks have ended within the wait.
 */
export async function restartChecks(
  actor: Actor,
  repository: RepositoryContext,
  id: string,
): Promise<boolean> {
  const started = await repository.db.transaction((tx) => restart(tx, actor, repository, id));
  repository.jobs.nudge();
  return awaitChecks(repository, started);
}

async function restart(tx: Transaction, actor: Actor, { jobs }: RepositoryContext, id: string) {
  const number = parseUploadId(id)?.number;
  if (number !== undefined) await lockUpload(tx, number);
  const { tables } = await findEditableUpload(actor, tx, id);
  const mapped = tables.filter((table) => table.mapped);
  for (const { id: table, mappingRevision: revision } of mapped) {
    await setCheckState(tx, { table, revision }, 'running');
    await jobs.enqueue(tx, 'check-table', { table, revision });
  }
  return mapped.map((table) => table.id);
}
