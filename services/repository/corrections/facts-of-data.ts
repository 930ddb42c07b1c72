import { minPersonsTold } from '@domain/licences';
import type { FieldChange } from '@domain/metadata/compare';
import { valuesOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';

import type { RepositoryContext } from '../context/context';
import { orRefuse } from '../files/read-objects';
import { describePublishedTables, type TablesDescription } from '../publication/describe-published-tables';
import { listPublishedDescriptions } from '../store/metadata-corrections';
import { listPublishedTables } from '../store/published-data-sets';
import type { UploadProgress } from '../store/upload-progress';

/** What is told of the data of published data sets, by their numbers; null for those whose data was removed. */
export type FactsOfData = ReadonlyMap<number, TablesDescription | null>;

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
 * Reads the facts of the published data sets of a study again, as they may be told after a correction; none if it
 * leaves them as they are. Also of withdrawn ones, which may be restored. It takes longer than locks may be held.
 * Refuses with 'rows-missing' if the store has lost the rows.
 */
export async function readFacts(
  repository: RepositoryContext,
  accepted: readonly UploadProgress[],
  changes: readonly FieldChange[],
): Promise<FactsOfData> {
  const facts = new Map<number, TablesDescription | null>();
  if (!needsFacts(changes)) return facts;
  const published = await listPublishedDescriptions(
    repository.db,
    accepted.map(({ upload }) => upload.number),
  );
  const licence = changes.find(({ field }) => field === fieldIds.licence);
  for (const { upload } of accepted) {
    const found = published.find((one) => one.upload === upload.number);
    if (!found) continue;
    const minPersons = minPersonsTold(licence ? valuesOf(licence.after, fieldIds.licence) : found.row.rights);
    const tables = await listPublishedTables(repository.db, [found.nr]);
    const describe = () => describePublishedTables(repository, upload.kind, tables, minPersons);
    facts.set(found.nr, tables.length === 0 ? null : await orRefuse('rows-missing', describe()));
  }
  return facts;
}
