import { dataSetFileName } from '../search/data-set-file-name';
import { streamPublishedDigest } from '../search/published-data';
import { listPublishedTables } from '../store/published-tables';
import type { RepositoryContext } from './context';
import { findDataSet } from './find-data-set';

/** Digest of a data set's published tables as pieces of JSON. Anybody may ask. */
export async function digestDataSet(
  repository: RepositoryContext,
  nr: number,
): Promise<AsyncGenerator<string, void, undefined>> {
  const record = await findDataSet(repository, nr);
  const tables = await listPublishedTables(repository.db, [nr]);
  return streamPublishedDigest(repository, { id: String(nr), fileName: dataSetFileName(record) }, tables);
}
