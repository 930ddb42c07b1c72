import type { CsvDialect } from '@domain/api/uploads';

import type { FileStore } from '../files/file-store';
import type { TableEngine } from '../tables/table-engine';
import { guessCsvForm } from './csv-dialect';
import { makeTable, readCsvText } from './csv-to-parquet';
import { FileFailure } from './file-failure';
import { readHead, writeAsUtf8, type TextEncoding } from './text-encoding';

export interface CsvReading {
  columns: string[];
  rowCount: number;
  dialect: CsvDialect;
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
): Promise<CsvReading> {
  return files.withScratchFile(async (decoded) => {
    if (encoding !== 'utf-8') await writeAsUtf8(file, encoding, decoded);
    const csv = encoding === 'utf-8' ? file : decoded;
    signal.throwIfAborted();
    const form = guessCsvForm(await readSample(csv));
    if (!form) throw new FileFailure('file-empty');

    return files.withScratchFile(async (plain) => {
      await readCsvText(tables, csv, form, plain);
      signal.throwIfAborted();
      let read: Awaited<ReturnType<typeof makeTable>> | undefined;
      await files.writeLocal(key, async (target) => {
        read = await makeTable(tables, plain, { width: form.width }, target);
      });
      if (!read) throw new Error('The file store did not ask for the table.');
      const { columns, rowCount, decimal } = read;
      return { columns, rowCount, dialect: { encoding, separator: form.separator, decimal } };
    });
  });
}

async function readSample(csv: string): Promise<string> {
  const bytes = await readHead(csv, sampleBytes);
  const text = new TextDecoder('utf-8').decode(bytes);
  const lastBreak = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'));
  return bytes.length < sampleBytes || lastBreak < 0 ? text : text.slice(0, lastBreak + 1);
}
