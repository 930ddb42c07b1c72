import type { MetadataEntry } from '@domain/api/metadata';

import { mappedColumns, missingCodes } from '../checks/checked-table';
import { openTable } from '../checks/open-table';
import type { FileStore } from '../context/file-store';
import type { StatementOptions, TableEngine } from '../context/table-engine';
import { openLocalFiles } from '../files/read-objects';
import type { Queryable } from '../store/database';
import { listSourceColumns } from '../store/mapping';
import type { UploadProgress } from '../store/upload-progress';
import { vocabulary } from '../vocabulary';
import { personsSql, type PlannedTable, planTable } from './plan-publication';

/** Where an upload is read from. */
export interface UploadSources {
  db: Queryable;
  files: FileStore;
  tables: TableEngine;
}

/** The tables of an upload as they are published, with their files lent until this is disposed of. */
export interface PlannedUpload extends AsyncDisposable {
  tables: (PlannedTable & { table: UploadProgress['tables'][number] })[];
  /** Statement that numbers the people of all tables; null if there are no IDs. */
  persons: string | null;
}

/** Plans how the tables of an upload are published. Throws ObjectNotFound if the store has lost one. */
export async function planUpload(
  { db, files, tables: engine }: UploadSources,
  upload: UploadProgress,
  options: StatementOptions,
): Promise<PlannedUpload> {
  const missing = missingCodes(vocabulary.missingCodes, upload.study.metadata as MetadataEntry[]);
  const { kind } = upload.upload;
  const local = await openLocalFiles(
    files,
    upload.dataTables.map(({ objectKey }) => objectKey),
  );
  try {
    const tables: PlannedUpload['tables'] = [];
    for (const [index, table] of upload.dataTables.entries()) {
      const columns = await listSourceColumns(db, table.id);
      const mapped = { ...table, kind, columns: mappedColumns(kind, columns), missing };
      const open = await openTable(engine, local.paths[index] ?? '', mapped, options);
      tables.push({ table, plan: planTable(columns, open.table), from: open.rows });
    }
    const persons = personsSql(tables, missing, `${upload.file.id} ${upload.file.sha256}`);
    return { tables, persons, [Symbol.asyncDispose]: () => local[Symbol.asyncDispose]() as Promise<void> };
  } catch (error) {
    await local[Symbol.asyncDispose]();
    throw error;
  }
}
