import { maySeeEveryRow, openRowsOf } from '@domain/licence-gate';

import { findStanding } from '../store/data-set-standing';
import { listPublishedTables, type PublishedTable } from '../store/published-tables';
import type { DataSetRecord } from '../store/search-data-sets';
import type { Actor, RepositoryContext } from './context';
import { findDataSet } from './find-data-set';

/** A published table; `readableRows` = how many of its first rows may be seen, where not all of them may. */
export type ReadableTable = PublishedTable & { readableRows?: number };

/**
 * A published data set with its tables, each with the rows that the actor, or nobody in particular, may see:
 * the licence gate of every way to published rows but the packages. Refuses with 'not-found'.
 */
export async function findReadableTables(
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
