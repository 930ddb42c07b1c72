import { Refusal } from '@domain/error-codes';
import { asksForLicenceForm, maySeeEveryRow, openRowsOf } from '@domain/licences';

import type { Actor, RepositoryContext } from '../context/context';
import { type DataSetRecord, listDataSets } from '../store/data-set-records';
import { findStanding, listPublishedTables, type PublishedTable } from '../store/published-data-sets';
import { findDataSet, refuseWithdrawnOf } from './find-data-set';

/*
 * The licence gate of every way to published rows but the packages of download sessions.
 */

/** A published table. `readableRows` is the number of its first rows that may be seen, if not all may. */
export type ReadableTable = PublishedTable & { readableRows?: number };

/**
 * A published data set with its tables, each with the rows that the actor, or nobody in particular, may see. Refuses
 * with 'not-found'.
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

/**
 * A published data set for files, which hold every row. Refuses with 'not-found', and unless the actor may see every row
 * with 'licence-form-open', even if a short table shows all of its rows to everybody. Nobody in particular is refused
 * with 'unauthenticated', because they may have answered the form.
 */
export async function findWholeDataSet(
  actor: Actor | null,
  repository: RepositoryContext,
  nr: number,
): Promise<DataSetRecord> {
  const record = await findDataSet(repository, nr);
  if (await seesEveryRow(actor, repository, record)) return record;
  throw new Refusal(actor ? 'licence-form-open' : 'unauthenticated');
}

/**
 * Several data sets for one file of all their rows, in the order of their numbers. Refuses like `findWholeDataSet`, if one
 * of them is unknown or closed to the actor, and with 'data-sets-withdrawn' (`refuseWithdrawnOf`).
 */
export async function findWholeDataSets(
  actor: Actor | null,
  repository: RepositoryContext,
  numbers: number[],
): Promise<DataSetRecord[]> {
  const records = await listDataSets(repository.db, numbers);
  if (records.length < numbers.length) {
    await refuseWithdrawnOf(repository.db, numbers);
    throw new Refusal('not-found');
  }
  for (const record of records) {
    if (!(await seesEveryRow(actor, repository, record)))
      throw new Refusal(actor ? 'licence-form-open' : 'unauthenticated');
  }
  return records;
}

/** A single data set for files, with its tables. Refuses like `findWholeDataSet`. */
export async function findWholeTables(
  actor: Actor | null,
  repository: RepositoryContext,
  nr: number,
): Promise<{ record: DataSetRecord; tables: PublishedTable[] }> {
  // Together, because a part of a file is sent in the time of a few queries.
  const [record, tables] = await Promise.all([
    findWholeDataSet(actor, repository, nr),
    listPublishedTables(repository.db, [nr]),
  ]);
  return { record, tables };
}

/** Whether the actor, or nobody in particular, may see every row of a published data set. */
export async function seesEveryRow(
  actor: Actor | null,
  { db }: Pick<RepositoryContext, 'db'>,
  { nr, upload, row }: DataSetRecord,
): Promise<boolean> {
  if (!asksForLicenceForm(row.rights)) return true;
  return actor !== null && maySeeEveryRow(row.rights, await findStanding(db, { nr, upload, subject: actor.subject }));
}
