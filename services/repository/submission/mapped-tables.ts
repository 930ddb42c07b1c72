import { createHash } from 'node:crypto';

import { type MappedTable, readMappedTable } from '../checks/checked-table';
import type { RepositoryContext } from '../context/context';
import type { UploadProgress } from '../store/upload-progress';

/** A stored table of an upload with its mapping. */
export interface StoredTable {
  objectKey: string;
  table: MappedTable;
  /** Same for the same cells, read in the same way: what is calculated from them may be kept by it. */
  factsKey: string;
}

/** The tables of an upload that are data, with their mapping. */
export function readStoredTables(
  repository: RepositoryContext,
  { dataTables, upload, study }: UploadProgress,
): Promise<StoredTable[]> {
  return Promise.all(
    dataTables.map(async (source) => {
      const about = { table: source, kind: upload.kind, metadata: study.metadata };
      const table = await readMappedTable(repository, about);
      return { objectKey: source.objectKey, table, factsKey: factsKeyOf(source.objectKey, table) };
    }),
  );
}

/** The stored table never changes, so its facts follow from how it is mapped. */
function factsKeyOf(objectKey: string, { columns, headers: _, ...table }: MappedTable): string {
  const mapped = columns.map(({ position, target, unit, info, dates }) => [position, target.key, unit, info, dates]);
  return createHash('sha256')
    .update(JSON.stringify([objectKey, table, mapped]))
    .digest('base64');
}
