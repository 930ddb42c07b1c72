import { LRUCache } from 'lru-cache';

import { firstValueOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';
import { comparePersons, type PersonsDifference } from '@domain/submission';

import { countPersons } from '../checks/count-cases';
import type { RepositoryContext } from '../context/context';
import { openLocalFiles, orElse, orMissing } from '../files/read-objects';
import type { UploadProgress } from '../store/upload-progress';
import { dataRowsSql } from '../tables/data-rows-sql';
import { readStoredTables, type StoredTable } from './mapped-tables';

/** Numbers of persons by the tables they are counted in, for the forms that ask for them each time. Own estimate: half a MB. */
const known = new LRUCache<string, number>({ max: 2000 });

/** Numbers of persons in the metadata and in the data of an upload that differ; null if they agree. */
export async function findPersonsDifference(
  repository: RepositoryContext,
  progress: UploadProgress,
): Promise<PersonsDifference | null> {
  const stated = firstValueOf(progress.study.metadata, fieldIds.persons);
  const isCounted = isCountedTogether(progress);
  const stored = isCounted ? await readStoredTables(repository, progress) : [];
  return comparePersons(stated, await countUploadPersons(repository, progress, stored));
}

/**
 * Number of persons in the rows of an upload that are data. Several tables, `stored`, may be about the same persons. Null
 * if they are not counted yet, and if the rows of several tables are away.
 */
export async function countUploadPersons(
  { files, tables }: RepositoryContext,
  progress: UploadProgress,
  stored: readonly StoredTable[],
): Promise<number | null> {
  const { n } = progress;
  if (!isCountedTogether(progress)) return n;
  const key = stored.map(({ factsKey }) => factsKey).join();
  const kept = known.get(key);
  if (kept !== undefined) return kept;
  const objectKeys = stored.map(({ objectKey }) => objectKey);
  await using local = await orMissing(openLocalFiles(files, objectKeys));
  if (!local) return n;
  const paths = local.paths;
  const counted = stored.map(({ table }, index) => ({ parquet: dataRowsSql(paths[index]!, table), table }));
  const persons = await orElse(null, countPersons(tables, counted, {}));
  if (persons !== null) known.set(key, persons);
  return persons;
}

function isCountedTogether({ n, upload, dataTables }: UploadProgress): boolean {
  return n !== null && upload.kind === 'raw' && dataTables.length > 1;
}
