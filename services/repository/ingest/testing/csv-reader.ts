import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { createDiskFileStore } from '../../files/disk-file-store';
import { startTableEngine } from '../../tables/duckdb-engine';
import { sqlText } from '../../context/table-engine';
import { recogniseFile } from '../file-kind';
import { readCsvFile, type CsvOptions } from '../read-csv-file';
import type { TextEncoding } from '../text-encoding';

type Choices = CsvOptions & { encoding?: TextEncoding };

/** Reads csv files into tables of a file store of its own, until it is closed. */
export async function openCsvReader() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'csv-'));
  const files = await createDiskFileStore(path.join(folder, 'objects'));
  const tables = await startTableEngine({ tempDir: path.join(folder, 'spill') });

  /** What is found in a file, with the first cells as text and as numbers. */
  async function readFileAt(file: string, { encoding, ...choices }: Choices = {}) {
    const kind = await recogniseFile(file);
    if (kind.type !== 'csv') throw new Error(`recognised as ${kind.type}`);
    const signal = new AbortController().signal;
    const reading = await readCsvFile({ files, tables }, file, encoding ?? kind.encoding, 't', signal, choices);
    const from = `read_parquet(${sqlText((await files.openLocal('t')).path)}, file_row_number = true)`;
    const rows = await tables.all(`select * from ${from} where file_row_number < 50 order by file_row_number`);
    const cells = rows.map((row) => reading.columns.map((_, i) => row[`c${i}`]));
    const numbers = rows.map((row) => reading.columns.map((_, i) => row[`n${i}`]));
    return { ...reading, cells, numbers };
  }

  return {
    /** Folder of the objects. */
    objects: path.join(folder, 'objects'),
    readFileAt,
    async read(content: string | Buffer, choices?: Choices) {
      const file = path.join(folder, 'input');
      await writeFile(file, content);
      return readFileAt(file, choices);
    },
    async close() {
      await tables.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
