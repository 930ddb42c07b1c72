import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';

import { DuckDBInstance } from '@duckdb/node-api';
import { ZipFile } from 'yazl';

import { sqlText } from '../../services/repository/context/table-engine';
import { makeWorkbook } from '../../services/repository/ingest/testing/workbook';
import { writeSav } from './write-sav';

/**
 * Files that say a text of at most 64 bytes in their contents alone, keyed by name. But for the first one, no search of
 * their bytes finds it.
 */
export async function plantedFiles(text: string): Promise<Map<string, Buffer>> {
  const xlsx = await makeWorkbook({
    sheets: { Sheet: `<row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c></row>` },
  });
  const parquet = await plantedParquet(text);
  const sav = writeSav({ variables: [{ name: 'words', width: 64 }], rows: [[text]], compression: 'zlib' });
  const tables = { 'table.xlsx': xlsx, 'table.parquet': parquet, 'table.sav': sav };
  return new Map([
    ['words.txt', Buffer.from(text)],
    ['words.txt.gz', gzipSync(text)],
    ...Object.entries(tables),
    ...(await Promise.all(
      Object.entries(tables).map(async ([name, bytes]): Promise<[string, Buffer]> => [
        `${name}.zip.zip`,
        await zipOf([['inner.zip', await zipOf([[name, bytes]])]]),
      ]),
    )),
  ]);
}

/** A zip of such files. */
export async function zipOf(files: Iterable<readonly [name: string, bytes: Buffer]>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, bytes] of files) zip.addBuffer(bytes, name);
  zip.end();
  return buffer(zip.outputStream);
}

async function plantedParquet(text: string): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'planted-'));
  try {
    const file = path.join(folder, 'table.parquet');
    const connection = await (await DuckDBInstance.create()).connect();
    // Among many other texts, before and after it, so that neither packed pages nor statistics have it as it is.
    const select = `select case i when 500 then ${sqlText(text)} else chr(33 + (i % 90)::int) || md5(cast(i as varchar)) end as words from range(1000) as rows (i)`;
    await connection.run(`copy (${select}) to ${sqlText(file)} (format parquet, compression zstd)`);
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true });
  }
}
