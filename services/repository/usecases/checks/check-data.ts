import type { Distributions } from '@domain/api/distributions';
import { Refusal } from '@domain/error-codes';
import type { Language } from '@domain/language';
import { stepRefusal } from '@domain/workflow-steps';

import { findAllowedUpload, lockAllowedUpload, dataTable } from '../../context/access';
import { readMappedTable } from '../../checks/checked-table';
import { startChecks } from '../../checks/start-checks';
import type { Actor, RepositoryContext } from '../../context/context';
import { readDistributions } from '../../distributions/read-distributions';
import { orRefuse } from '../../files/read-objects';
import { awaitChecks } from '../../context/wait-for-jobs';
import type { Transaction } from '../../store/database';
import { TableEngineError } from '../../context/table-engine';

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
  const { tables, flags } = await lockAllowedUpload('restartChecks', actor, tx, id);
  const refusal = stepRefusal('check', flags);
  if (refusal) throw new Refusal(refusal);
  return startChecks(tx, jobs, tables);
}

/**
 * Distributions of the results of a table by sex, computed on request from the values that the check sees.
 * Aggregated data has none, because it does not contain results of single persons.
 */
export async function findDistributions(
  actor: Actor,
  repository: RepositoryContext,
  input: { id: string; table: string },
  language: Language,
): Promise<Distributions> {
  const progress = await findAllowedUpload('findDistributions', actor, repository.db, input.id);
  const found = dataTable(progress, input.table);
  const { kind } = progress.upload;
  if (kind === 'agg') return { without: 'aggregated', distributions: [] };
  const table = await readMappedTable(repository, { table: found, kind, metadata: progress.study.metadata });
  await using local = await orRefuse('not-found', repository.files.openLocal(found.objectKey));
  try {
    const distributions = await readDistributions(repository.tables, local.path, table, language);
    return { without: distributions.length === 0 ? 'no-results' : null, distributions };
  } catch (error) {
    if (error instanceof TableEngineError && error.reason === 'timeout') {
      return { without: 'took-too-long', distributions: [] };
    }
    throw error;
  }
}
