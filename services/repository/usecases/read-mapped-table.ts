import type { MetadataEntry } from '@domain/api/metadata';
import type { UploadKind } from '@domain/upload-id';

import { missingCodes, type MappedTable } from '../checks/checked-table';
import { mappedColumns } from '../checks/mapped-columns';
import { localDay } from '../editorial/local-time';
import { listSourceColumns } from '../store/mapping';
import { vocabulary } from '../vocabulary';
import type { RepositoryContext } from './context';

/** A table as it is mapped today, with the missing values that its study declares. */
export async function readMappedTable(
  { db, now, settings }: RepositoryContext,
  { table, kind, metadata }: { table: number; kind: UploadKind; metadata: unknown },
): Promise<MappedTable> {
  const columns = await listSourceColumns(db, table);
  return {
    kind,
    columns: mappedColumns(kind, columns),
    width: columns.length,
    missing: missingCodes(vocabulary.missingCodes, (metadata ?? []) as MetadataEntry[]),
    today: localDay(now(), settings.timeZone),
  };
}
