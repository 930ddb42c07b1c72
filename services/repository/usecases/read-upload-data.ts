import type { Readable } from 'node:stream';

import type { RowWindow } from '@domain/api/uploads';
import { Refusal } from '@domain/error-codes';
import { firstDataRow } from '@domain/limits';

import { ObjectNotFound } from '../files/file-store';
import { listColumnNames } from '../store/files';
import type { TableProgress, UploadProgress } from '../store/upload-progress';
import { streamDigest } from '../tables/stream-digest';
import { sqlText } from '../tables/table-engine';
import type { Actor, RepositoryContext } from './context';
import { findReadableUpload, tableNamed } from './find-source-table';

/** Window of rows of a table, its first table when none is named. For owner and editorial board. */
export async function readUploadRows(
  actor: Actor,
  repository: RepositoryContext,
  input: { id: string; table: string | null; offset: number; limit: number },
): Promise<RowWindow> {
  const { db, tables } = repository;
  const progress = await findReadableUpload(actor, db, input.id);
  const table = input.table === null ? firstTable(progress) : tableNamed(progress, input.table);
  const columns = (await listColumnNames(db, [table.id])).get(table.id) ?? [];
  const rows = await tables.all(
    `select ${columns.map((_, i) => `c${i}`).join(', ')} from ${await parquet(repository, table)}
      where file_row_number >= ? and file_row_number < ? order by file_row_number`,
    [input.offset, input.offset + input.limit],
  );
  return {
    offset: input.offset,
    rowCount: table.rowCount,
    columns,
    rows: rows.map((row, index) => ({
      row: input.offset + index + firstDataRow,
      values: columns.map((_, i) => row[`c${i}`] as string | null),
    })),
  };
}

/** Digest of an upload's tables as pieces of JSON. For owner and editorial board. */
export async function digestUpload(
  actor: Actor,
  repository: RepositoryContext,
  id: string,
): Promise<AsyncGenerator<string, void, undefined>> {
  const progress = await findReadableUpload(actor, repository.db, id);
  firstTable(progress);
  const names = await listColumnNames(
    repository.db,
    progress.tables.map((table) => table.id),
  );
  const sources = await Promise.all(
    progress.tables.map(async (table) => ({
      name: table.name,
      rowCount: table.rowCount,
      from: await parquet(repository, table),
      columns: (names.get(table.id) ?? []).map((name, i) => ({ name, column: `c${i}` })),
    })),
  );
  return streamDigest(repository.tables, { id, fileName: progress.file.name }, sources);
}

/** The original as it arrived. For owner and editorial board. */
export async function openOriginal(
  actor: Actor,
  { db, files }: RepositoryContext,
  id: string,
): Promise<{ name: string; bytes: number; content: Readable }> {
  const { file } = await findReadableUpload(actor, db, id);
  return { name: file.name, bytes: file.bytes, content: await orNotFound(files.read(file.objectKey)) };
}

/** Refuses with 'not-ready' while the file is being read; one that cannot be read has no table. */
function firstTable({ file, tables }: UploadProgress): TableProgress {
  if (file.state === 'received' || file.state === 'reading') throw new Refusal('not-ready');
  const [table] = tables;
  if (!table) throw new Refusal('unknown-table');
  return table;
}

async function parquet({ files }: RepositoryContext, table: TableProgress): Promise<string> {
  const path = await orNotFound(files.localPath(table.objectKey));
  return `read_parquet(${sqlText(path)}, file_row_number = true)`;
}

/** The upload was deleted between two looks. */
async function orNotFound<T>(found: Promise<T>): Promise<T> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof ObjectNotFound) throw new Refusal('not-found');
    throw error;
  }
}
