import { dataSetFileName } from '../search/data-set-file-name';
import { streamPublishedDigest } from '../search/published-data';
import type { Actor, RepositoryContext } from './context';
import { findReadableTables } from './find-readable-tables';
import { requireRows } from './require-rows';

/**
 * Digest of a data set's published tables as pieces of JSON, of the rows that the actor, or nobody, may see.
 * Refuses with 'rows-missing' when the store has lost them.
 */
export async function digestDataSet(
  actor: Actor | null,
  repository: RepositoryContext,
  nr: number,
): Promise<AsyncGenerator<string, void, undefined>> {
  const { record, tables } = await findReadableTables(actor, repository, nr);
  await requireRows(repository, tables);
  return streamPublishedDigest(repository, { id: String(nr), fileName: dataSetFileName(record) }, tables);
}
