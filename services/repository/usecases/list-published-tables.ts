import type { PublishedTables } from '@domain/api/search';
import type { Language } from '@domain/language';

import { listPublishedTables as findTables } from '../store/published-tables';
import { vocabulary } from '../vocabulary';
import type { RepositoryContext } from './context';
import { findDataSet } from './find-data-set';

/** Shape of a data set's published tables, columns labelled in a language. Anybody may ask. */
export async function listPublishedTables(
  repository: RepositoryContext,
  nr: number,
  language: Language,
): Promise<PublishedTables> {
  const { kind } = await findDataSet(repository, nr);
  const tables = await findTables(repository.db, [nr]);
  return tables.map(({ name, rowCount, columns }) => ({
    name,
    rowCount,
    columns: columns.map(({ key, unit, source }) => ({
      key,
      unit,
      // A key may have left the vocabulary since it was published.
      label: vocabulary.targets[kind].get(key)?.label[language] ?? key,
      source,
    })),
  }));
}
