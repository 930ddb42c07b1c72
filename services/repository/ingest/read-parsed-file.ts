import { mkdir, rm } from 'node:fs/promises';

import type { ReadingChoices, SkippedTable } from '@domain/api/readings';
import type { ColumnInfo } from '@domain/column-info';

import type { FileStore } from '../context/file-store';
import type { NewTable } from '../store/files';
import type { TableEngine } from '../context/table-engine';
import { uniqueTableNames } from './column-names';
import { makeTable, type ReadTable } from './csv-to-parquet';
import { describeTable } from './describe-table';
import { FileFailure } from './file-failure';
import type { ParsedKind } from './file-kind';
import { parseInChild } from './parsers/parse-in-child';
import type { ParserLimits } from './parsers/parser-limits';
import type { ParsedTable } from './parsers/protocol';

interface ParsedFile {
  path: string;
  kind: ParsedKind;
  limits: ParserLimits;
  /** Rows in which the headers of some tables begin. */
  headerRows: ReadingChoices['headerRows'];
}

/**
 * Reads a file of Excel or SPSS into Parquet objects: to csv files by the parser child, then as a csv file
 * is read. Tables without rows are left out, unless somebody chose their header; when no table is left,
 * FileFailure says why.
 */
export async function readParsedFile(
  store: { files: FileStore; tables: TableEngine },
  { path, kind, limits, headerRows }: ParsedFile,
  keyOf: (position: number) => string,
  signal: AbortSignal,
): Promise<{ tables: NewTable[]; skipped: SkippedTable[] }> {
  return withScratchFolder(store.files, async (folder) => {
    const { tables, skipped } = await parseInChild({ kind, file: path, folder, limits }, signal);
    const names = uniqueTableNames(tables.map(({ name }) => name));
    const read: NewTable[] = [];
    for (const [i, table] of tables.entries()) {
      signal.throwIfAborted();
      const named = { name: names[i] ?? table.name, objectKey: keyOf(read.length) };
      const headerRow = headerRows[named.name] ?? null;
      try {
        read.push(await readTable(store, table, named, headerRow));
      } catch (error) {
        if (!isEmpty(error) || headerRow !== null) throw error;
        skipped.push({ name: named.name, reason: 'no-rows' });
      }
    }
    if (read.length === 0) throw new FileFailure(kind === 'sav' ? 'no-rows' : 'no-sheet-with-rows');
    return { tables: read, skipped };
  });
}

async function readTable(
  { files, tables }: { files: FileStore; tables: TableEngine },
  { csv, width, rowCount, columns, merges }: ParsedTable,
  named: Pick<NewTable, 'name' | 'objectKey'>,
  headerRow: number | null,
): Promise<NewTable> {
  if (rowCount === 0) throw new FileFailure('no-rows');
  const text = { path: csv, separator: ',', width, hasSeparatorLine: false, endsInLineFeed: true } as const;
  let read: ReadTable | undefined;
  await files.writeLocal(named.objectKey, async (target) => {
    const names = columns?.map(({ name }) => name);
    read = await makeTable(tables, text, { merges, names, headerRow }, target);
  });
  if (!read) throw new Error('The file store did not ask for the table.');
  return describeTable(named, read, columns && columns.map(infoOf));
}

function infoOf({ label, valueLabels, missing, kind }: ColumnInfo): ColumnInfo {
  return { label, valueLabels, missing, kind };
}

function isEmpty(error: unknown): error is FileFailure {
  return error instanceof FileFailure && (error.code === 'file-empty' || error.code === 'no-rows');
}

async function withScratchFolder<T>(files: FileStore, use: (folder: string) => Promise<T>): Promise<T> {
  return files.withScratchFile(async (folder) => {
    await mkdir(folder);
    try {
      return await use(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}
