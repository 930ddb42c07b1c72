import { mkdir, rm } from 'node:fs/promises';

import type { ColumnInfo } from '@domain/column-info';

import type { FileStore } from '../files/file-store';
import type { NewColumn, NewTable } from '../store/files';
import type { TableEngine } from '../tables/table-engine';
import { uniqueTableNames } from './column-names';
import { makeTable, readCsvText } from './csv-to-parquet';
import { FileFailure } from './file-failure';
import type { ParsedKind } from './file-kind';
import { parseInChild } from './parsers/parse-in-child';
import type { ParserLimits } from './parsers/parser-limits';
import type { ParsedTable } from './parsers/protocol';

interface ParsedFile {
  path: string;
  kind: ParsedKind;
  limits: ParserLimits;
}

/**
 * Reads a file of Excel or SPSS into Parquet objects: to csv files by the parser child, then as a csv file
 * is read. Tables without rows are left out; when no table is left, FileFailure says why.
 */
export async function readParsedFile(
  store: { files: FileStore; tables: TableEngine },
  { path, kind, limits }: ParsedFile,
  keyOf: (position: number) => string,
  signal: AbortSignal,
): Promise<NewTable[]> {
  return withScratchFolder(store.files, async (folder) => {
    const parsed = await parseInChild({ kind, file: path, folder, limits }, signal);
    const names = uniqueTableNames(parsed.map(({ name }) => name));
    const read: NewTable[] = [];
    for (const [i, table] of parsed.entries()) {
      signal.throwIfAborted();
      const objectKey = keyOf(read.length);
      try {
        read.push({ name: names[i] ?? table.name, objectKey, ...(await readTable(store, table, objectKey)) });
      } catch (error) {
        if (!isEmpty(error)) throw error;
      }
    }
    if (read.length === 0) throw new FileFailure(kind === 'sav' ? 'no-rows' : 'no-sheet-with-rows');
    return read;
  });
}

async function readTable(
  { files, tables }: { files: FileStore; tables: TableEngine },
  { csv, width, rowCount, columns, merges }: ParsedTable,
  key: string,
): Promise<{ rowCount: number; columns: NewColumn[] }> {
  if (rowCount === 0) throw new FileFailure('no-rows');
  return files.withScratchFile(async (plain) => {
    await readCsvText(tables, csv, { separator: ',', width, hasSeparatorLine: false }, plain);
    let read: Awaited<ReturnType<typeof makeTable>> | undefined;
    await files.writeLocal(key, async (target) => {
      const names = columns?.map(({ name }) => name);
      read = await makeTable(tables, plain, { width, merges, names }, target);
    });
    if (!read) throw new Error('The file store did not ask for the table.');
    return {
      rowCount: read.rowCount,
      columns: read.columns.map((name, i) => ({ name, info: infoOf(columns?.[i]) })),
    };
  });
}

function infoOf(column: ColumnInfo | undefined): ColumnInfo | null {
  if (!column) return null;
  const { label, valueLabels, missing, kind } = column;
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
