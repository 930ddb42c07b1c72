import { minPersonsTold } from '@domain/licences';
import type { FieldChange } from '@domain/metadata/compare';
import { valuesOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';

import type { RepositoryContext } from '../context/context';
import { orRefuse } from '../files/read-objects';
import { describePublishedTables, type TablesDescription } from '../publication/describe-published-tables';
import { listDataSets } from '../store/data-set-records';
import { listPublishedTables } from '../store/published-data-sets';
import type { UploadProgress } from '../store/upload-progress';

/** What is told of the data of published data sets, by their numbers. */
export type FactsOfData = ReadonlyMap<number, TablesDescription>;

/** Thrown if a data set was published after the facts had been read. */
export class FactsMissing extends Error {}

/**
 * Whether a correction changes what is told of the data: the licence decides how many people must share a fact, and
 * the years of collection stand in for the days of the tests.
 */
export function needsFacts(changes: readonly FieldChange[]): boolean {
  const valuesIn = (entries: FieldChange['after'], field: number) => JSON.stringify(valuesOf(entries, field));
  return changes.some(
    ({ field, before, after }) =>
      (field === fieldIds.licence || field === fieldIds.collection) &&
      valuesIn(before, field) !== valuesIn(after, field),
  );
}

/**
 * Reads the facts of the published data sets of a study again, as they may be told after a correction; none if it leaves
 * them as they are. It takes longer than locks may be held. Refuses with 'rows-missing' if the store has lost the rows.
 */
export async function readFacts(
  repository: RepositoryContext,
  accepted: readonly UploadProgress[],
  changes: readonly FieldChange[],
): Promise<FactsOfData> {
  const facts = new Map<number, TablesDescription>();
  if (!needsFacts(changes)) return facts;
  const numbers = accepted.flatMap(({ upload }) => upload.nr ?? []);
  for (const { nr, kind, row } of await listDataSets(repository.db, numbers)) {
    const licence = changes.find(({ field }) => field === fieldIds.licence);
    const minPersons = minPersonsTold(licence ? valuesOf(licence.after, fieldIds.licence) : row.rights);
    const tables = await listPublishedTables(repository.db, [nr]);
    facts.set(nr, await orRefuse('rows-missing', describePublishedTables(repository, kind, tables, minPersons)));
  }
  return facts;
}
