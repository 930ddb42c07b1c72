import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';

import { sqlText } from '../../services/repository/context/table-engine';
import { readSavBytes } from './read-sav-bytes';
import { readZip } from './read-zip';

/** What a file says, and where it is: 'all.zip/data/table.xlsx/xl/worksheets/sheet1.xml'. */
export interface InnerText {
  path: string;
  text: string;
}

/**
 * All that a file says: its bytes as UTF-8, which in an archive are the names of its files, and what only a reader of its
 * format sees. Zips, workbooks, gzip, Parquet and SPSS are read, inside each other as well. Their first bytes tell them,
 * whatever they are called. Fails if one of them cannot be read, because nothing would be found in it.
 */
export async function readInside(bytes: Buffer, name = ''): Promise<InnerText[]> {
  const [, read] = readers.find(([begin]) => bytes.subarray(0, begin.length).equals(begin)) ?? [];
  return [{ path: name, text: bytes.toString('utf8') }, ...((await read?.(bytes, name)) ?? [])];
}

/** The same as one text, for bytes without a name. */
export async function textInside(bytes: Buffer): Promise<string> {
  return (await readInside(bytes)).map(({ text }) => text).join('\n');
}

const readers: [begin: Buffer, read: (bytes: Buffer, name: string) => Promise<InnerText[]>][] = [
  [Buffer.from([0x50, 0x4b, 3, 4]), readArchive],
  [Buffer.from([0x1f, 0x8b]), (bytes, name) => readInside(gunzipSync(bytes), `${name}/unpacked`)],
  [Buffer.from('PAR1'), async (bytes, name) => [{ path: `${name}/read`, text: await readParquet(bytes) }]],
  [
    Buffer.from('$FL'),
    async (bytes, name) => [{ path: `${name}/read`, text: JSON.stringify(await readSavBytes(bytes)) }],
  ],
];

async function readArchive(bytes: Buffer, name: string): Promise<InnerText[]> {
  const files = [...(await readZip(bytes))];
  return (await Promise.all(files.map(([inner, content]) => readInside(content, `${name}/${inner}`)))).flat();
}

let connecting: Promise<DuckDBConnection> | undefined;

/** Rows of a Parquet file, and what is outside of its pages: names, statistics, and whatever the writer adds. */
async function readParquet(bytes: Buffer): Promise<string> {
  connecting ??= DuckDBInstance.create(':memory:', { threads: '1' }).then((engine) => engine.connect());
  const connection = await connecting;
  const folder = await mkdtemp(path.join(tmpdir(), 'parquet-'));
  try {
    const file = path.join(folder, 'table.parquet');
    await writeFile(file, bytes);
    const texts: string[] = [];
    for (const source of ['read_parquet', 'parquet_schema', 'parquet_metadata', 'parquet_kv_metadata']) {
      const result = await connection.runAndReadAll(
        `select cast(columns(*) as varchar) from ${source}(${sqlText(file)})`,
      );
      texts.push(JSON.stringify(result.getRowObjectsJS()));
    }
    return texts.join('\n');
  } finally {
    await rm(folder, { recursive: true });
  }
}
