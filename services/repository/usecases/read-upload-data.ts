import type { Readable } from 'node:stream';

import type { RowWindow } from '@domain/api/uploads';
import { firstDataRow } from '@domain/limits';

import { openLocalFiles } from '../files/open-local-files';
import { listColumnInfo, listColumnNames } from '../store/files';
import type { TableProgress } from '../store/upload-progress';
import { streamDigest } from '../tables/stream-digest';
import { parquetSql } from '../tables/table-engine';
import type { Actor, RepositoryContext } from './context';
import { findReadableFile, firstTable, tableNamed } from './find-source-table';
import { orNotFound } from './or-not-found';

/** What of a table is read: columns by their places from 0, null for all; a window of rows, or some by their numbers. */
interface WantedRows {
  id: string;
  table: string | null;
  columns: number[] | null;
  rows: number[] | null;
  offset: number;
  limit: number;
}

/**
 * Rows of a table, its first table when none is named. Columns and rows the table does not have are left
 * out. For owner and editorial board.
 */
export async function readUploadRows(
  actor: Actor,
  repository: RepositoryContext,
  input: WantedRows,
): Promise<RowWindow> {
  const { db, tables } = repository;
  const progress = await findReadableFile(actor, db, input.id);
  const table = input.table === null ? firstTable(progress) : tableNamed(progress, input.table);
  const names = (await listColumnNames(db, [table.id])).get(table.id) ?? [];
  const places = [...new Set(input.columns ?? names.keys())].filter((place) => place < names.length);
  await using local = await orNotFound(repository.files.openLocal(table.objectKey));
  const where = whereRows(input);
  const rows = await tables.all(
    `select ${['file_row_number', ...places.map((place) => `c${place}`)].join(', ')}
      from ${parquetSql(local.path)} where ${where.sql} order by file_row_number`,
    where.parameters,
  );
  return {
    offset: input.offset,
    rowCount: table.rowCount,
    columns: places.map((place) => names[place] ?? ''),
    rows: rows.map((row) => ({
      row: Number(row.file_row_number) + firstDataRow,
      values: places.map((place) => row[`c${place}`] as string | null),
    })),
  };
}

function whereRows({ rows, offset, limit }: WantedRows): { sql: string; parameters: number[] } {
  if (rows === null) {
    return { sql: 'file_row_number >= ? and file_row_number < ?', parameters: [offset, offset + limit] };
  }
  return {
    sql: `file_row_number in (${rows.map(() => '?').join(', ')})`,
    parameters: rows.map((row) => row - firstDataRow),
  };
}

/** Digest of an upload's tables as pieces of JSON. For owner and editorial board. */
export async function digestUpload(
  actor: Actor,
  repository: RepositoryContext,
  id: string,
): Promise<AsyncGenerator<string, void, undefined>> {
  const progress = await findReadableFile(actor, repository.db, id);
  firstTable(progress);
  const columns = await listColumnInfo(
    repository.db,
    progress.tables.map((table) => table.id),
  );
  const { files } = repository;
  // A refusal comes before the first piece; the files are opened with it.
  await Promise.all(progress.tables.map((table) => orNotFound(files.size(table.objectKey))));
  return streamUploadDigest(repository, { id, fileName: progress.file.name }, progress.tables, columns);
}

async function* streamUploadDigest(
  { files, tables }: RepositoryContext,
  head: { id: string; fileName: string },
  read: TableProgress[],
  columns: Awaited<ReturnType<typeof listColumnInfo>>,
): AsyncGenerator<string, void, undefined> {
  await using local = await openLocalFiles(
    files,
    read.map((table) => table.objectKey),
  );
  const sources = read.map((table, index) => ({
    name: table.name,
    rowCount: table.rowCount,
    from: parquetSql(local.paths[index] ?? ''),
    columns: (columns.get(table.id) ?? []).map((column, i) => ({ ...column, column: `c${i}` })),
  }));
  yield* streamDigest(tables, head, sources);
}

/** The original as it arrived. For owner and editorial board. */
export async function openOriginal(
  actor: Actor,
  { db, files }: RepositoryContext,
  id: string,
): Promise<{ name: string; bytes: number; content: Readable }> {
  const { file } = await findReadableFile(actor, db, id);
  return { name: file.name, bytes: file.bytes, content: await orNotFound(files.read(file.objectKey)) };
}
