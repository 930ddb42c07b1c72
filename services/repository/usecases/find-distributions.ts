import type { Distributions } from '@domain/api/distributions';
import type { Language } from '@domain/language';

import { readDistributions } from '../distributions/read-distributions';
import { TableEngineError } from '../tables/table-engine';
import type { Actor, RepositoryContext } from './context';
import { findReadableFile, tableNamed } from './find-source-table';
import { orNotFound } from './or-not-found';
import { readMappedTable } from './read-mapped-table';

/**
 * How the results of a table are distributed by sex, as the check reads them; counted when it is asked for.
 * For its owner and the editorial board. Aggregated data hold no results of persons: there is nothing to count.
 */
export async function findDistributions(
  actor: Actor,
  repository: RepositoryContext,
  input: { id: string; table: string },
  language: Language,
): Promise<Distributions> {
  const progress = await findReadableFile(actor, repository.db, input.id);
  const { id, objectKey } = tableNamed(progress, input.table);
  const { kind } = progress.upload;
  if (kind === 'agg') return { without: 'aggregated', distributions: [] };
  const table = await readMappedTable(repository, { table: id, kind, metadata: progress.study.metadata });
  await using local = await orNotFound(repository.files.openLocal(objectKey));
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
