import { noChoices, type ReadingChoices } from '@domain/api/readings';

import type { FileStore } from '../context/file-store';
import type { NewReading } from '../store/readings';
import type { TableEngine } from '../context/table-engine';
import { describeTable } from './describe-table';
import { FileFailure } from './file-failure';
import { recogniseFile } from './file-kind';
import { parserLimits } from './parsers/parser-limits';
import { readCsvFile } from './read-csv-file';
import { readParsedFile } from './read-parsed-file';
import type { TextEncoding } from './text-encoding';

interface SourceFile {
  path: string;
  /** Name without its ending: what a file's only table is called. */
  name: string;
  /** What the owner knows better than the guess. */
  choices?: ReadingChoices;
}

/**
 * Reads a file of any kind into its tables, Parquet objects under the keys that `keyOf` gives by their
 * position. Throws FileFailure when the file is at fault, or the choices.
 */
export async function readTables(
  store: { files: FileStore; tables: TableEngine },
  { path, name, choices = noChoices }: SourceFile,
  keyOf: (position: number) => string,
  signal: AbortSignal,
  limits = parserLimits,
): Promise<NewReading> {
  const kind = await recogniseFile(path);
  if (kind.type === 'unknown') throw new FileFailure(kind.failure);
  if (kind.type !== 'csv') {
    const parsed = { path, kind: kind.type, limits, headerRows: choices.headerRows };
    const { tables, skipped } = await readParsedFile(store, parsed, keyOf, signal);
    // A file of SPSS has one table and no name for it.
    const named = kind.type === 'sav' ? tables.map((table) => ({ ...table, name })) : tables;
    return { dialect: null, tables: named, skipped };
  }
  const objectKey = keyOf(0);
  const { encoding, ...how } = csvChoices(choices, name, kind.encoding);
  const read = await readCsvFile(store, path, encoding, objectKey, signal, how);
  return { dialect: read.dialect, tables: [describeTable({ name, objectKey }, read)], skipped: [] };
}

function csvChoices({ encoding, separator, decimal, headerRows }: ReadingChoices, name: string, guessed: TextEncoding) {
  return {
    encoding: encoding ?? guessed,
    separator,
    decimal,
    headerRow: headerRows[name] ?? null,
    // Bytes need not be of the encoding that was chosen.
    ...(encoding !== null && encoding !== guessed ? { decode: true } : {}),
  };
}
