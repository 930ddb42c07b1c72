import { mkdir } from 'node:fs/promises';

import { automaticParsing, chosenHeaderRow, type ParseOptions } from '@domain/api/readings';
import type { ColumnInfo } from '@domain/column-info';
import { firstDataRow } from '@domain/limits';
import type { UploadKind } from '@domain/upload-id';

import type { FileStore } from '../context/file-store';
import type { TableEngine } from '../context/table-engine';
import type { NewTable } from '../store/files';
import type { NewReading } from '../store/readings';
import { cleanName, uniqueTableNames } from './column-names';
import { makeTable, type ReadTable } from './csv-to-parquet';
import { FileFailure } from './file-failure';
import { recogniseFile } from './file-kind';
import { labelValues } from './label-values';
import { parseInChild } from './parsers/parse-in-child';
import { type ParsedTable, parserLimits, type ParserLimits, type ParsedKind } from './parsers/protocol';
import { readCsvFile } from './read-csv-file';
import { type ReadSheet, recogniseTables } from './recognise-tables';

interface Store {
  files: FileStore;
  tables: TableEngine;
}

interface SourceFile {
  path: string;
  kind?: UploadKind;
  /** File name without its extension, used as the name of its only table. */
  name: string;
  choices?: ParseOptions;
}

/**
 * Reads a file of any supported type into tables, stored as Parquet objects. `keyOf` returns the object key for
 * the position of a table. Throws FileFailure.
 */
export async function readTables(
  store: Store,
  { path, kind: uploadKind = 'raw', name, choices = automaticParsing }: SourceFile,
  keyOf: (position: number) => string,
  signal: AbortSignal,
  limits = parserLimits,
): Promise<NewReading> {
  const kind = await recogniseFile(path);
  if (kind.type === 'unknown') throw new FileFailure(kind.failure);
  const { separator, decimal, dateOrder, headerRows } = choices;
  if (kind.type !== 'csv') {
    const parsed = { path, type: kind.type, kind: uploadKind, limits, dateOrder, headerRows };
    const { tables, skipped } = await readParsedFile(store, parsed, keyOf, signal);
    // The only table of an SPSS file has no name of its own.
    const named = kind.type === 'sav' ? tables.map((table) => ({ ...table, name })) : tables;
    return { dialect: null, tables: named, skipped };
  }
  const objectKey = keyOf(0);
  const encoding = choices.encoding ?? kind.encoding;
  const headerRow = chosenHeaderRow(choices, name);
  const how = { kind: uploadKind, separator, decimal, dateOrder, headerRow, decode: encoding !== kind.encoding };
  const read = await readCsvFile(store, path, encoding, objectKey, signal, how);
  const table = describeTable({ name, objectKey }, read);
  recogniseTables([{ table, topRows: read.topRows }], uploadKind);
  return { dialect: read.dialect, tables: [table], skipped: [] };
}

interface ParsedFile {
  path: string;
  type: ParsedKind;
  kind: UploadKind;
  limits: ParserLimits;
  dateOrder: ParseOptions['dateOrder'];
  /** Header rows that were chosen, keyed by table name. */
  headerRows: ParseOptions['headerRows'];
}

/**
 * Reads an Excel or SPSS file: the parser child converts it to csv files, which are then read. Tables without
 * rows are skipped unless their header row was chosen. Throws FileFailure if there are no other tables.
 */
async function readParsedFile(
  store: Store,
  { path, type, kind, limits, dateOrder, headerRows }: ParsedFile,
  keyOf: (position: number) => string,
  signal: AbortSignal,
): Promise<Pick<NewReading, 'tables' | 'skipped'>> {
  return store.files.withScratchFile(async (folder) => {
    await mkdir(folder);
    const { tables, skipped } = await parseInChild({ kind: type, file: path, folder, limits }, signal);
    const names = uniqueTableNames(tables.map(({ name }) => name));
    const read: ReadSheet[] = [];
    for (const [i, table] of tables.entries()) {
      signal.throwIfAborted();
      const named = { name: names[i] ?? table.name, objectKey: keyOf(read.length) };
      const headerRow = chosenHeaderRow({ headerRows }, named.name);
      try {
        read.push(await readTable(store, table, named, { kind, dateOrder, headerRow }));
      } catch (error) {
        if (!isEmpty(error) || headerRow !== null) throw error;
        skipped.push({ name: named.name, reason: 'no-rows' });
      }
    }
    if (read.length === 0) throw new FileFailure(type === 'sav' ? 'no-rows' : 'no-sheet-with-rows');
    recogniseTables(read, kind);
    await labelValues(
      store,
      read.map(({ table }) => table),
    );
    return { tables: read.map(({ table }) => table), skipped };
  });
}

async function readTable(
  store: Store,
  { csv, width, rowCount, columns, merges, date1904 }: ParsedTable,
  named: Pick<NewTable, 'name' | 'objectKey'>,
  how: { kind: UploadKind; dateOrder: ParseOptions['dateOrder']; headerRow: number | null },
): Promise<ReadSheet> {
  if (rowCount === 0) throw new FileFailure('no-rows');
  const text = { path: csv, separator: ',', width, hasSeparatorLine: false, endsInLineFeed: true } as const;
  const names = columns?.map(({ name }) => name);
  const read = await makeTable(store, text, { merges, names, epoch: date1904 ? 1904 : 1900, ...how }, named.objectKey);
  return { table: describeTable(named, read, columns && columns.map(infoOf)), topRows: read.topRows };
}

function infoOf({ label, valueLabels, missing, kind }: ColumnInfo): ColumnInfo {
  return { label, valueLabels, missing, kind };
}

function isEmpty(error: unknown): error is FileFailure {
  return error instanceof FileFailure && (error.code === 'file-empty' || error.code === 'no-rows');
}

/** Maximum length of the beginning of a row that is shown to the owner. */
const maxBeginning = 80;

/** Record of a table that was read into `objectKey`. With `infos`, the file itself names the columns. */
function describeTable(
  { name, objectKey }: Pick<NewTable, 'name' | 'objectKey'>,
  { headerRow, firstRow, topRows, header, summaries, recognised, ...read }: ReadTable,
  infos: ColumnInfo[] | null = null,
): NewTable {
  return {
    name,
    objectKey,
    rowCount: read.rowCount,
    // A file that names its columns itself shows its cases as if the names were in row 1.
    firstRow: infos ? firstDataRow : firstRow + 1,
    top: infos ? null : { headerRow, firstRow: firstRow + 1, rows: topRows.map(beginningOf) },
    recognised,
    columns: read.columns.map((column, i) => ({
      name: column,
      header: headerOf(header[i] ?? '', column),
      info: infos?.[i] ?? null,
      summary: summaries[i],
    })),
  };
}

/** Header cell of a column that was renamed because its name was empty or repeated; null for other columns. */
function headerOf(cell: string, column: string): string | null {
  const name = cleanName(cell);
  return name === column ? null : name;
}

function beginningOf(row: (string | null)[]): string {
  const cells = row.map((cell) => cleanName(cell ?? '')).filter((text) => text !== '');
  const characters = [...cells.join('; ')];
  return characters.length > maxBeginning ? `${characters.slice(0, maxBeginning - 1).join('')}…` : characters.join('');
}
