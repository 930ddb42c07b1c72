import type { PublishedTables } from '@domain/api/search';
import type { RowWindow } from '@domain/api/uploads';
import { Refusal } from '@domain/error-codes';
import type { Language } from '@domain/language';
import { maySeeEveryRow, openRowsOf } from '@domain/licences';

import type { Actor, RepositoryContext } from '../../context/context';
import { orRefuse, requireRows } from '../../files/read-objects';
import { findDataSet } from '../../publication/find-data-set';
import { dataSetFileName } from '../../search/search-row';
import { readPublishedWindow, streamPublishedDigest } from '../../search/published-data';
import type { DataSetRecord } from '../../store/data-set-records';
import { findStanding, listPublishedTables, type PublishedTable } from '../../store/published-data-sets';
import { vocabulary } from '../../vocabulary';

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
    columns: columns.map(({ key, unit, source }) => ({
      key,
      unit,
      // A key may have left the vocabulary since it was published.
      label: vocabulary.targets[record.kind].get(key)?.label[language] ?? key,
      source,
    })),
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
 * Digest of a data set's published tables as chunks of JSON, of the rows that the actor may see. Refuses with
 * 'rows-missing' if the store has lost them.
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

/** A published table. `readableRows` is the number of its first rows that may be seen, if not all may. */
export type ReadableTable = PublishedTable & { readableRows?: number };

/**
 * A published data set with its tables, each with the rows that the actor, or nobody in particular, may see:
 * the licence gate of every way to published rows but the packages. Refuses with 'not-found'.
 */
async function findReadableTables(
  actor: Actor | null,
  repository: RepositoryContext,
  nr: number,
): Promise<{ record: DataSetRecord; tables: ReadableTable[] }> {
  const record = await findDataSet(repository, nr);
  const tables = await listPublishedTables(repository.db, [nr]);
  if (await seesEveryRow(actor, repository, record)) return { record, tables };
  const openRows = openRowsOf(tables.map(({ rowCount }) => rowCount));
  return {
    record,
    tables: tables.map((table, index) => {
      const readableRows = openRows[index] ?? 0;
      return readableRows < table.rowCount ? { ...table, readableRows } : table;
    }),
  };
}

async function seesEveryRow(
  actor: Actor | null,
  { db }: RepositoryContext,
  { nr, upload, row }: DataSetRecord,
): Promise<boolean> {
  const nobody = { isContributor: false, hasAnsweredForm: false };
  if (maySeeEveryRow(row.rights, nobody)) return true;
  if (!actor) return false;
  return maySeeEveryRow(row.rights, await findStanding(db, { nr, upload, subject: actor.subject }));
}
