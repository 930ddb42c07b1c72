import type { PublishedTables } from '@domain/api/search';
import type { Language } from '@domain/language';

import { vocabulary } from '../vocabulary';
import type { Actor, RepositoryContext } from './context';
import { findReadableTables } from './find-readable-tables';

/** Shape of a data set's published tables, columns labelled in a language. Anybody may ask. */
export async function listPublishedTables(
  actor: Actor | null,
  repository: RepositoryContext,
  nr: number,
  language: Language,
): Promise<PublishedTables> {
  const { record, tables } = await findReadableTables(actor, repository, nr);
  return tables.map(({ name, rowCount, readableRows, columns }) => ({
    name,
    rowCount,
    readableRows,
    columns: columns.map(({ key, unit, source }) => ({
      key,
      unit,
      // A key may have left the vocabulary since it was published.
      label: vocabulary.targets[record.kind].get(key)?.label[language] ?? key,
      source,
    })),
  }));
}
