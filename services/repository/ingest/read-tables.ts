import type { CsvDialect } from '@domain/api/uploads';

import type { FileStore } from '../files/file-store';
import type { NewTable } from '../store/files';
import type { TableEngine } from '../tables/table-engine';
import { FileFailure } from './file-failure';
import { recogniseFile } from './file-kind';
import { parserLimits } from './parsers/parser-limits';
import { readCsvFile } from './read-csv-file';
import { readParsedFile } from './read-parsed-file';

export interface FileReading {
  /** How the text of a csv file was read; null for other files. */
  dialect: CsvDialect | null;
  tables: NewTable[];
}

/**
 * Reads a file of any kind into its tables, Parquet objects under the keys that `keyOf` gives by their
 * position. `name` is that of the file without its ending: what a file's only table is called. Throws
 * FileFailure when the file is at fault.
 */
export async function readTables(
  store: { files: FileStore; tables: TableEngine },
  file: { path: string; name: string },
  keyOf: (position: number) => string,
  signal: AbortSignal,
  limits = parserLimits,
): Promise<FileReading> {
  const kind = await recogniseFile(file.path);
  if (kind.type === 'unknown') throw new FileFailure(kind.failure);
  if (kind.type !== 'csv') {
    const parsed = { path: file.path, kind: kind.type, limits };
    const tables = await readParsedFile(store, parsed, keyOf, signal);
    // A file of SPSS has one table and no name for it.
    return { dialect: null, tables: kind.type === 'sav' ? renamed(tables, file.name) : tables };
  }
  const objectKey = keyOf(0);
  const { columns, rowCount, dialect } = await readCsvFile(
    store,
    file.path,
    kind.encoding,
    objectKey,
    signal,
  );
  const table = {
    name: file.name,
    rowCount,
    objectKey,
    columns: columns.map((name) => ({ name, info: null })),
  };
  return { dialect, tables: [table] };
}

function renamed(tables: NewTable[], name: string): NewTable[] {
  return tables.map((table) => ({ ...table, name }));
}
