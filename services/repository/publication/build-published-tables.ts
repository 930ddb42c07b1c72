import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';

import type { MetadataEntry } from '@domain/api/metadata';

import { mappedColumns, missingCodes } from '../checks/checked-table';
import { openTable } from '../checks/open-table';
import type { FileStore } from '../context/file-store';
import { openLocalFiles } from '../files/read-objects';
import { sha256Of } from '../sha256';
import { listSourceColumns } from '../store/mapping';
import type { UploadProgress } from '../store/upload-progress';
import { parquetOptions } from '../tables/parquet-options';
import { countRows, jobStatement, sqlText, type TableEngine } from '../context/table-engine';
import type { Queryable } from '../store/database';
import { vocabulary } from '../vocabulary';
import {
  personsSql,
  type PlannedTable,
  planTable,
  type PublishedColumn,
  publishedRowsSql,
  publishedTableName,
  type WithheldColumn,
} from './plan-publication';

const readBufferBytes = 256 * 1024;

/** A written published table that does not belong to a data set yet. */
export interface BuiltTable {
  position: number;
  name: string;
  rowCount: number;
  objectKey: string;
  /** Hex, of the object. */
  sha256: string;
  columns: PublishedColumn[];
  withheld: WithheldColumn[];
}

interface Sources {
  db: Queryable;
  files: FileStore;
  tables: TableEngine;
}

/**
 * Writes the tables of an upload in their published form: Parquet with vocabulary keys, default units and codes, rows
 * in file order, people renumbered. Every object gets a new name and is unreferenced until the caller stores it.
 */
export async function buildPublishedTables(
  sources: Sources,
  upload: UploadProgress,
  signal: AbortSignal,
): Promise<BuiltTable[]> {
  const { db, files } = sources;
  const missing = missingCodes(vocabulary.missingCodes, upload.study.metadata as MetadataEntry[]);
  const planned: (PlannedTable & { table: UploadProgress['tables'][number] })[] = [];
  await using local = await openLocalFiles(
    files,
    upload.dataTables.map(({ objectKey }) => objectKey),
  );
  for (const [index, table] of upload.dataTables.entries()) {
    const columns = await listSourceColumns(db, table.id);
    const { kind } = upload.upload;
    const mapped = { ...table, kind, columns: mappedColumns(kind, columns), missing };
    const open = await openTable(sources.tables, local.paths[index] ?? '', mapped, jobStatement);
    planned.push({ table, plan: planTable(columns, open.table), from: open.rows });
  }
  const persons = personsSql(planned, missing, `${upload.file.id} ${upload.file.sha256}`);

  const built: BuiltTable[] = [];
  for (const { table, plan, from } of planned) {
    signal.throwIfAborted();
    const objectKey = `published/${upload.upload.number}/${randomUUID()}.parquet`;
    let rowCount = 0;
    let sha256 = '';
    await files.writeLocal(objectKey, async (path) => {
      await sources.tables.run(
        `copy (${publishedRowsSql({ plan, from }, persons)}) to ${sqlText(path)} (${parquetOptions(plan.columns.length)})`,
        [],
        jobStatement,
      );
      rowCount = await countRows(sources.tables, path);
      sha256 = await sha256Of(createReadStream(path, { highWaterMark: readBufferBytes }));
    });
    built.push({
      position: table.position,
      name: publishedTableName(upload.dataTables, table),
      rowCount,
      objectKey,
      sha256,
      columns: plan.columns.map(({ sql: _, change: __, sourceUnit: ___, ...column }) => column),
      withheld: plan.withheld,
    });
  }
  return built;
}
