import path from 'node:path';

import { FileFailure } from '../file-failure';
import type { TableSink } from '../parsers/protocol';
import { ByteReader } from './byte-reader';
import { makeRowReader, type Reading, trimmedText } from './sav-column';
import { makeColumns, maxSegments } from './columns';
import { readDictionaryRecords, readHeader } from './dictionary-records';
import { chooseEncoding, makeDecoder } from './encodings';
import { characterCode, encodingName, longCaseCount, specialNumbers } from './extension-records';
import { readCases } from './read-cases';

/**
 * Reads an SPSS system file (.sav, .zsav) into one table with the name of the data set's label, or of the file
 * if there is none. Memory does not grow with the number of cases.
 *
 * @throws FileFailure `damaged`, `password-protected`, `file-empty` (no variables), `too-many-columns`
 */
export async function readSav(file: string, sink: TableSink, maxColumns: number): Promise<void> {
  const reader = await ByteReader.open(file);
  try {
    await readTable(reader, path.parse(file).name, sink, maxColumns);
  } finally {
    await reader.close();
  }
}

async function readTable(reader: ByteReader, fileName: string, sink: TableSink, maxColumns: number): Promise<void> {
  const header = await readHeader(reader);
  const { order, fileLabel } = header;
  const dictionary = await readDictionaryRecords(reader, order, maxColumns * maxSegments);
  const { extensions, positions } = dictionary;
  const reading: Reading = {
    order,
    decode: makeDecoder(chooseEncoding(encodingName(extensions), characterCode(extensions, order))),
    special: specialNumbers(extensions, order),
  };
  const columns = makeColumns(dictionary, reading, maxColumns);
  if (columns.length === 0) throw new FileFailure('file-empty');
  const caseCount = header.caseCount ?? longCaseCount(extensions, order);

  const name = trimmedText(fileLabel, reading.decode) || fileName;
  sink.open({ name, columns: columns.map(({ info }) => info) });
  const readRow = makeRowReader(columns, reading);
  await readCases(reader, header, positions, caseCount, (bytes) => sink.row(readRow(bytes)));
  sink.close();
}
