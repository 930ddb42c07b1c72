import { Refusal } from '@domain/error-codes';
import { stepRefusal } from '@domain/workflow-steps';

import type { Transaction } from '../store/database';
import { awaitChecks } from './await-checks';
import type { Actor, RepositoryContext } from './context';
import { lockEditableUpload } from './find-source-table';
import { startChecks } from './start-checks';

/**
 * Checks every table of an upload again, as after a failed check. Returns whether the checks have ended
 * within the wait. Refuses with 'upload-submitted' and 'not-mapped'.
 */
export async function restartChecks(actor: Actor, repository: RepositoryContext, id: string): Promise<boolean> {
  const started = await repository.db.transaction((tx) => restart(tx, actor, repository, id));
  repository.jobs.nudge();
  return awaitChecks(repository, started);
}

async function restart(tx: Transaction, actor: Actor, { jobs }: RepositoryContext, id: string) {
  const { tables, flags } = await lockEditableUpload(actor, tx, id);
  const refusal = stepRefusal('check', flags);
  if (refusal) throw new Refusal(refusal);
  return startChecks(tx, jobs, tables);
}
