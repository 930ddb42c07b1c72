import type { CsvDialect } from '@domain/api/uploads';

import type { FileStore } from '../context/file-store';
import type { TableEngine } from '../context/table-engine';
import { mayHaveBlankLines, writeBlankLinesAsRows } from './blank-lines';
import { guessCsvForm, type CsvForm } from './csv-dialect';
import { makeTable, type ReadTable, type TableChoices } from './csv-to-parquet';
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
 * Reads a csv file into the Parquet object `key`: to UTF-8 where it is something else, blank lines to rows,
 * then to the table. Throws FileFailure when the file is at fault.
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
    const sample = await readSample(csv);
    const form = guessCsvForm(sample, separator);
    if (!form) throw new FileFailure('file-empty');

    return files.withScratchFile(async (filled) => {
      const path = (await fillBlankLines(csv, form, filled)) ? filled : csv;
      signal.throwIfAborted();
      const text = { path, ...form, endsInLineFeed: endsInLineFeed(sample) };
      let read: ReadTable | undefined;
      await files.writeLocal(key, async (target) => {
        read = await makeTable(tables, text, choices, target);
      });
      if (!read) throw new Error('The file store did not ask for the table.');
      return { ...read, dialect: { encoding, separator: form.separator, decimal: read.decimal } };
    });
  });
}

/** Of a single column the engine takes blank lines for rows. */
async function fillBlankLines(csv: string, { width, separator }: CsvForm, target: string): Promise<boolean> {
  if (width === 1 || !(await mayHaveBlankLines(csv))) return false;
  await writeBlankLinesAsRows(csv, separator, target);
  return true;
}

/** Whether the first line break outside quotation marks is a line feed alone. */
function endsInLineFeed(sample: string): boolean {
  let isQuoted = false;
  for (const character of sample) {
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && character === '\n') return true;
    else if (!isQuoted && character === '\r') return false;
  }
  return false;
}

async function readSample(csv: string): Promise<string> {
  const bytes = await readHead(csv, sampleBytes);
  const text = new TextDecoder('utf-8').decode(bytes);
  const lastBreak = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'));
  return bytes.length < sampleBytes || lastBreak < 0 ? text : text.slice(0, lastBreak + 1);
}
