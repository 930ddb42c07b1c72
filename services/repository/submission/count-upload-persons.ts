import { firstValueOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';
import { comparePersons, type PersonsDifference } from '@domain/submission';

import { type CountedTable, countPersons } from '../checks/count-cases';
import { readMappedTable } from '../checks/checked-table';
import type { RepositoryContext } from '../context/context';
import { openLocalFiles, orElse, orMissing } from '../files/read-objects';
import type { UploadProgress } from '../store/upload-progress';
import { dataRowsSql } from '../tables/data-rows-sql';

/** Numbers of persons in the metadata and in the data of an upload that differ; null if they agree. */
export async function findPersonsDifference(
  repository: RepositoryContext,
  progress: UploadProgress,
): Promise<PersonsDifference | null> {
  const stated = firstValueOf(progress.study.metadata, fieldIds.persons);
  return comparePersons(stated, await countUploadPersons(repository, progress));
}

/**
 * Number of persons in the rows of an upload that are data. Several tables may be about the same persons. Null if they
 * are not counted yet, and if the rows of several tables are away.
 */
export async function countUploadPersons(
  repository: RepositoryContext,
  { dataTables, upload, study, n }: UploadProgress,
): Promise<number | null> {
  if (n === null || upload.kind !== 'raw' || dataTables.length < 2) return n;
  const keys = dataTables.map(({ objectKey }) => objectKey);
  await using local = await orMissing(openLocalFiles(repository.files, keys));
  if (!local) return n;
  const counted: CountedTable[] = [];
  for (const [index, path] of local.paths.entries()) {
    const source = dataTables[index];
    if (!source) continue;
    const table = await readMappedTable(repository, { table: source, kind: upload.kind, metadata: study.metadata });
    counted.push({ parquet: dataRowsSql(path, table), table });
  }
  return orElse(null, countPersons(repository.tables, counted, {}));
}
