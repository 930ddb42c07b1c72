import path from 'node:path';

import { FileFailure } from '../file-failure';
import type { TableSink } from '../parsers/table-sink';
import { ByteReader } from './byte-reader';
import { makeRowReader, trimmedText } from './cells';
import { makeColumns, maxSegments } from './columns';
import { readDictionaryRecords } from './dictionary-records';
import { chooseEncoding, makeDecoder } from './encodings';
import { characterCode, encodingName, longCaseCount, specialNumbers } from './extension-records';
import { readHeader } from './header';
import { openCases, readCases } from './read-cases';
import type { Reading } from './sav-column';

export interface SavOptions {
  signal: AbortSignal;
  limits: {
    maxColumns: number;
    /** Cells that are not empty. */
    maxCells: number;
  };
}

/**
 * Reads an SPSS system file (.sav, .zsav) into one table named after the data set's label, else after the
 * file. Memory does not grow with the number of cases.
 *
 * @throws FileFailure `damaged`, `password-protected`, `portable-file`, `file-empty` (no variables),
 *   `too-many-columns`, `too-many-cells`; the signal's reason when aborted
 */
export async function readSav(file: string, sink: TableSink, options: SavOptions): Promise<void> {
  const reader = await ByteReader.open(file);
  try {
    await readTable(reader, path.parse(file).name, sink, options);
  } finally {
    await reader.close();
  }
}

async function readTable(
  reader: ByteReader,
  fileName: string,
  sink: TableSink,
  { signal, limits }: SavOptions,
): Promise<void> {
  const header = await readHeader(reader);
  const { order, fileLabel } = header;
  const dictionary = await readDictionaryRecords(reader, order, limits.maxColumns * maxSegments);
  signal.throwIfAborted();
  const { extensions, positions } = dictionary;
  const reading: Reading = {
    order,
    decode: makeDecoder(chooseEncoding(encodingName(extensions), characterCode(extensions, order))),
    special: specialNumbers(extensions, order),
  };
  const columns = makeColumns(dictionary, reading, limits.maxColumns);
  if (columns.length === 0) throw new FileFailure('file-empty');
  const caseCount = header.caseCount ?? longCaseCount(extensions, order);
  const data = await openCases(reader, header, positions, caseCount);

  const name = trimmedText(fileLabel, reading.decode) || fileName;
  await sink.open({ name, columns: columns.map(({ info }) => info) });
  const readRow = makeRowReader(columns, reading);
  let filled = 0;
  await readCases(data, caseCount, signal, (bytes) => {
    const cells = readRow(bytes);
    for (const cell of cells) if (cell !== null) filled += 1;
    if (filled > limits.maxCells) throw new FileFailure('too-many-cells', { max: limits.maxCells });
    return sink.row(cells);
  });
  await sink.close();
}
