import { parseUploadId } from '@domain/upload-id';

import type { Transaction } from '../store/database';
import { lockUpload } from '../store/mapping';
import { awaitChecks } from './await-checks';
import type { Actor, RepositoryContext } from './context';
import { findEditableUpload } from './find-source-table';
import { startChecks } from './start-checks';

/**
 * Checks every mapped table of an upload again, as after a failed check. Returns whether the checks have
 * ended within the wait.
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
  return startChecks(tx, jobs, tables);
}
