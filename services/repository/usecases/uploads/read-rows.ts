import { LRUCache } from 'lru-cache';

import type { ColumnMeasures, ColumnSummary } from '@domain/column-info';
import { countRowsLeftOut, type RowReason } from '@domain/data-rows';
import { exactRows } from '@domain/limits';
import type { RowWindow } from '@domain/api/uploads';

import { findAllowedUpload, firstTable, tableNamed } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import { openLocalFiles, orElse, orMissing, orRefuse } from '../../files/read-objects';
import { measureExactly, measureRows } from '../../ingest/measure-for-request';
import { listColumnInfo, listColumnNames } from '../../store/files';
import { listSourceColumns } from '../../store/mapping';
import type { TableProgress, UploadProgress } from '../../store/upload-progress';
import { dataRowsSql, leftOutSql } from '../../tables/data-rows-sql';
import { readWindow } from '../../tables/read-window';
import { streamDigest } from '../../tables/stream-digest';
import { parquetSql } from '../../context/table-engine';

/** Columns by index (null = all), and either a window of rows or single rows by their numbers in the file. */
interface WantedRows {
  id: string;
  table: string | null;
  columns: number[] | null;
  rows: number[] | null;
  offset: number;
  limit: number;
}

/** Rows as the API gives them, and whether others did not fit. */
interface ShownRows {
  rows: RowWindow['rows'];
  isCut: boolean;
}

/** The forms for mapping and checks show the first rows of a table each time. More of them are read by scrolling. */
const mostKeptRows = 10;
/** Those rows by what decides about them. The object of a table never changes. Own estimate: a few MB. */
const keptRows = new LRUCache<string, ShownRows>({
  maxSize: 2_000_000,
  maxEntrySize: 20_000,
  sizeCalculation: ({ rows }) => JSON.stringify(rows).length,
});

/**
 * Rows of a table; of the first table if `table` is null. Columns and rows that do not exist are skipped. Wide tables and
 * long cells get fewer rows than asked for.
 */
export async function readUploadRows(
  actor: Actor,
  repository: RepositoryContext,
  input: WantedRows,
): Promise<RowWindow> {
  const { db, tables } = repository;
  const progress = await findAllowedUpload('readUploadRows', actor, db, input.id);
  const table = input.table === null ? firstTable(progress) : tableNamed(progress, input.table);
  const names = (await listColumnNames(db, [table.id])).get(table.id) ?? [];
  const positions = [...new Set(input.columns ?? names.keys())].filter((position) => position < names.length);
  await using local = await orRefuse('not-found', repository.files.openLocal(table.objectKey));
  const { rows, isCut } = await readShownRows(tables, input, { table, positions, path: local.path });
  return {
    offset: input.offset,
    rowCount: table.rowCount,
    columns: positions.map((position) => names[position] ?? ''),
    rows,
    ...(isCut ? { nextOffset: (rows.at(-1)?.row ?? 0) - table.firstRow + 1 } : {}),
  };
}

async function readShownRows(
  tables: RepositoryContext['tables'],
  input: WantedRows,
  { table, positions, path }: { table: TableProgress; positions: number[]; path: string },
): Promise<ShownRows> {
  const where = whereRows(input, table);
  const sqlFrom = (source: string) =>
    `select ${['file_row_number', ...positions.map((position) => `c${position}`)].join(', ')},
        ${leftOutSql(table, boundsOf(input, table))} as left_out
      from ${source} where ${where.sql} order by file_row_number`;
  const key = JSON.stringify([sqlFrom(table.objectKey), where.parameters, table.firstRow]);
  const known = keptRows.get(key);
  if (known) return known;
  const read = await readWindow(tables, sqlFrom(parquetSql(path)), where.parameters);
  const rows = read.rows.map((row) => ({
    row: Number(row.file_row_number) + table.firstRow,
    values: positions.map((position) => row[`c${position}`] as string | null),
    ...(row.left_out === null ? {} : { leftOut: row.left_out as RowReason }),
  }));
  const shown = { rows, isCut: read.isCut };
  if (input.rows === null && input.limit <= mostKeptRows) keptRows.set(key, shown);
  return shown;
}

/** The first and last row that are wanted, as numbered in the file. */
function boundsOf({ rows, offset, limit }: WantedRows, { firstRow }: TableProgress) {
  return rows === null
    ? { from: firstRow + offset, to: firstRow + offset + limit - 1 }
    : { from: Math.min(...rows), to: Math.max(...rows) };
}

function whereRows(
  { rows, offset, limit }: WantedRows,
  { firstRow }: TableProgress,
): { sql: string; parameters: number[] } {
  if (rows === null) {
    return { sql: 'file_row_number >= ? and file_row_number < ?', parameters: [offset, offset + limit] };
  }
  return {
    sql: `file_row_number in (${rows.map(() => '?').join(', ')})`,
    parameters: rows.map((row) => row - firstRow),
  };
}

/** Digest of an upload's tables, as chunks of JSON. */
export async function digestUpload(
  actor: Actor,
  repository: RepositoryContext,
  id: string,
): Promise<AsyncGenerator<string, void, undefined>> {
  const progress = await findAllowedUpload('digestUpload', actor, repository.db, id);
  firstTable(progress);
  const columns = await listColumnInfo(
    repository.db,
    progress.tables.map((table) => table.id),
  );
  const { files } = repository;
  // Refuse before the stream starts; it opens the files itself.
  await Promise.all(progress.tables.map((table) => orRefuse('not-found', files.size(table.objectKey))));
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
    firstRow: table.firstRow,
    from: parquetSql(local.paths[index] ?? ''),
    columns: (columns.get(table.id) ?? []).map((column, i) => ({ ...column, column: `c${i}` })),
  }));
  yield* streamDigest(tables, head, sources);
}

/** The original file as it was uploaded. */
export async function openOriginal(
  actor: Actor,
  { db }: RepositoryContext,
  id: string,
): Promise<Pick<UploadProgress['file'], 'name' | 'bytes' | 'objectKey' | 'sha256'>> {
  const { file } = await findAllowedUpload('openOriginal', actor, db, id);
  return file;
}

/**
 * Measures of the columns `from` to `to` of a table (the first one if `table` is null), with labels from the file. They
 * were taken when the file was read, from all rows; in short tables those of the rows that are data. If they are
 * estimates, the column with index `exact` is measured exactly. Those taken from all rows stand in for any others while
 * the rows are away, or if measuring takes more time or memory than a request may.
 */
export async function summariseColumns(
  actor: Actor,
  repository: RepositoryContext,
  input: { id: string; table: string | null; from: number; to: number; exact: number | null },
): Promise<ColumnSummary[]> {
  const progress = await findAllowedUpload('summariseColumns', actor, repository.db, input.id);
  const table = input.table === null ? firstTable(progress) : tableNamed(progress, input.table);
  const columns = (await listSourceColumns(repository.db, table.id)).slice(input.from, input.to);
  const ofData = await orElse(new Map<number, ColumnMeasures>(), measuresOfData(repository, table, columns));
  return Promise.all(
    columns.map(async ({ name, position, summary, info }) => ({
      name,
      measures:
        ofData.get(position) ??
        (summary && position === input.exact
          ? await orElse(summary, exactMeasures(repository, table, position, summary))
          : summary),
      ofData: ofData.has(position),
      label: info?.label ?? null,
      valueLabels: info?.valueLabels ?? null,
    })),
  );
}

/** Measures by position without the rows that are no data, if a table has some and is short enough. */
async function measuresOfData(
  { files, tables }: RepositoryContext,
  table: TableProgress,
  columns: readonly { position: number; summary: ColumnMeasures | null }[],
): Promise<Map<number, ColumnMeasures>> {
  const leftOut = countRowsLeftOut(table);
  const measured = new Map(columns.flatMap(({ position, summary }) => (summary ? [[position, summary]] : [])));
  if (table.rowCount > exactRows || leftOut === 0 || leftOut >= table.rowCount || measured.size === 0) {
    return new Map();
  }
  // Another reading may have replaced it.
  await using local = await orMissing(files.openLocal(table.objectKey));
  if (!local) return new Map();
  return measureRows(tables, dataRowsSql(local.path, table), measured);
}

/** Exact measures of a column. */
async function exactMeasures(
  { files, tables }: RepositoryContext,
  table: TableProgress,
  position: number,
  summary: ColumnMeasures,
): Promise<ColumnMeasures> {
  if (summary.distinctIsExact && summary.medianIsExact) return summary;
  await using local = await orRefuse('not-found', files.openLocal(table.objectKey));
  const { distinct, median } = await measureExactly(tables, parquetSql(local.path), position);
  return {
    ...summary,
    distinct,
    distinctIsExact: true,
    median: summary.kind === 'number' ? median : summary.median,
    medianIsExact: true,
  };
}
