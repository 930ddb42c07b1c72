import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';

import { countRows, jobStatement, sqlText } from '../context/table-engine';
import { sha256Of } from '../sha256';
import type { UploadProgress } from '../store/upload-progress';
import { parquetOptions } from '../tables/parquet-options';
import { type PublishedColumn, publishedRowsSql, publishedTableName, type WithheldColumn } from './plan-publication';
import { planUpload, type UploadSources } from './plan-upload';

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

/**
 * Writes the tables of an upload in their published form: Parquet with vocabulary keys, default units and codes, rows
 * in file order, people renumbered. Every object gets a new name and is unreferenced until the caller stores it.
 */
export async function buildPublishedTables(
  sources: UploadSources,
  upload: UploadProgress,
  signal: AbortSignal,
): Promise<BuiltTable[]> {
  const { files } = sources;
  await using planned = await planUpload(sources, upload, jobStatement);
  const { persons } = planned;

  const built: BuiltTable[] = [];
  for (const { table, plan, from } of planned.tables) {
    signal.throwIfAborted();
    const objectKey = `published/${upload.upload.number}/${randomUUID()}.parquet`;
    let rowCount = 0;
    let sha256 = '';
    await files.writeLocal(objectKey, async (path) => {
      await sources.tables.run(
        `copy (${publishedRowsSql({ plan, from }, persons)}) to ${sqlText(path)} (${parquetOptions(plan.columns.length, 'small')})`,
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
