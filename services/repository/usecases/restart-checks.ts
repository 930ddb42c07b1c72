import { Refusal } from '@domain/error-codes';
import { parseUploadId } from '@domain/upload-id';
import { stepRefusal } from '@domain/workflow-steps';

import type { Transaction } from '../store/database';
import { lockUpload } from '../store/mapping';
import { awaitChecks } from './await-checks';
import type { Actor, RepositoryContext } from './context';
import { findEditableUpload } from './find-source-table';
import { startChecks } from './start-checks';

/**
 * Checks every table of an upload again, as after a failed check. Returns whether the checks have ended
 * within the wait. Refuses with 'upload-submitted' and 'not-mapped'.
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
  const { tables, flags } = await findEditableUpload(actor, tx, id);
  const refusal = stepRefusal('check', flags);
  if (refusal) throw new Refusal(refusal);
  return startChecks(tx, jobs, tables);
}
