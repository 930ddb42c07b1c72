import type { CsvDialect } from '@domain/api/uploads';

import type { FileStore } from '../files/file-store';
import type { TableEngine } from '../tables/table-engine';
import { guessCsvForm } from './csv-dialect';
import { makeTable, readCsvText, type ReadTable, type TableChoices } from './csv-to-parquet';
import { FileFailure } from './file-failure';
import { readHead, writeAsUtf8, type TextEncoding } from './text-encoding';

export interface CsvReading extends ReadTable {
  dialect: CsvDialect;
}

/** What is known better than it can be guessed; null = as it seems best. */
export interface CsvChoices extends TableChoices {
  separator?: CsvDialect['separator'] | null;
  /** The bytes may not be of the encoding given, which somebody chose: faulty ones become U+FFFD. */
  decode?: boolean;
}

/** Beginning of the text by which its form is guessed. */
const sampleBytes = 1024 * 1024;

/**
 * Reads a csv file into the Parquet object `key`: to UTF-8 where it is something else, to plain rows, to
 * the table. Throws FileFailure when the file is at fault.
 */
export async function readCsvFile(
  { files, tables }: { files: FileStore; tables: TableEngine },
  file: string,
  encoding: TextEncoding,
  key: string,
  signal: AbortSignal,
  { separator, decode, ...choices }: CsvChoices = {},
): Promise<CsvReading> {
  return files.withScratchFile(async (decoded) => {
    const isDecoded = decode ?? encoding !== 'utf-8';
    if (isDecoded) await writeAsUtf8(file, encoding, decoded);
    const csv = isDecoded ? decoded : file;
    signal.throwIfAborted();
    const form = guessCsvForm(await readSample(csv), separator);
    if (!form) throw new FileFailure('file-empty');

    return files.withScratchFile(async (plain) => {
      await readCsvText(tables, csv, form, plain);
      signal.throwIfAborted();
      let read: ReadTable | undefined;
      await files.writeLocal(key, async (target) => {
        read = await makeTable(tables, plain, { width: form.width, ...choices }, target);
      });
      if (!read) throw new Error('The file store did not ask for the table.');
      return { ...read, dialect: { encoding, separator: form.separator, decimal: read.decimal } };
    });
  });
}

async function readSample(csv: string): Promise<string> {
  const bytes = await readHead(csv, sampleBytes);
  const text = new TextDecoder('utf-8').decode(bytes);
  const lastBreak = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'));
  return bytes.length < sampleBytes || lastBreak < 0 ? text : text.slice(0, lastBreak + 1);
}
