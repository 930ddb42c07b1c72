import type { PublishedTables } from '@domain/api/search';
import type { RowWindow } from '@domain/api/uploads';
import { Refusal } from '@domain/error-codes';
import type { Language } from '@domain/language';

import { contentTag } from '../../content-tag';
import type { Actor, RepositoryContext } from '../../context/context';
import { orRefuse, requireRows } from '../../files/read-objects';
import { describeColumn } from '../../packaging/describe-column';
import { findReadableTables } from '../../publication/licence-gate';
import { dataSetFileName } from '../../search/search-row';
import { readPublishedWindow, streamPublishedDigest } from '../../search/published-data';

/** Names, sizes and labelled columns of a data set's published tables. */
export async function describePublishedTables(
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
    columns: columns.map((column) => describeColumn(column, record.kind, language)),
  }));
}

/**
 * Window of rows of a published table (the first one if `table` is null), as far as the actor may see them; null is an
 * anonymous reader. Refuses with 'rows-missing' if the store has lost them.
 */
export async function readPublishedRows(
  actor: Actor | null,
  repository: RepositoryContext,
  input: { nr: number; table: string | null; offset: number; limit: number },
): Promise<RowWindow> {
  const { tables } = await findReadableTables(actor, repository, input.nr);
  if (tables.length === 0) throw new Refusal('not-found');
  const table = input.table === null ? tables[0] : tables.find(({ name }) => name === input.table);
  if (!table) throw new Refusal('unknown-table');
  return orRefuse('rows-missing', readPublishedWindow(repository, table, input));
}

/**
 * Digest of a data set's published tables as chunks of JSON, of the rows that the actor may see; `isWhole` if these are
 * all. `tag` stands for its content. Refuses with 'rows-missing' if the store has lost them.
 */
export async function digestDataSet(
  actor: Actor | null,
  repository: RepositoryContext,
  nr: number,
): Promise<{ digest: AsyncGenerator<string, void, undefined>; isWhole: boolean; tag: string }> {
  const { record, tables } = await findReadableTables(actor, repository, nr);
  await requireRows(repository, tables);
  const fileName = dataSetFileName(record);
  return {
    digest: streamPublishedDigest(repository, { id: String(nr), fileName }, tables),
    isWhole: tables.every(({ readableRows }) => readableRows === undefined),
    // A correction may change the title or the licence.
    tag: contentTag([nr, fileName, tables.map(({ objectKey, readableRows = null }) => [objectKey, readableRows])]),
  };
}
