import { renameSync, statSync } from 'node:fs';
import path from 'node:path';

import { DuckDBInstance } from '@duckdb/node-api';
import pg from 'pg';

/** Bytes of a row of the demonstration's first data set in csv, Parquet and SPSS file together. */
const rowBytes = 190;

/** Columns whose values are made up anew for each row, with the range and the decimals of people's results. */
const results: [key: string, min: number, max: number, decimals: number][] = [
  ['age_y', 6, 10, 1],
  ['height', 105, 160, 1],
  ['mass', 16, 60, 1],
  ['dash20hand', 3.5, 6, 2],
  ['slj', 60, 200, 1],
  ['run6min', 500, 1300, 0],
  ['pushup40', 5, 25, 0],
  ['situp40', 5, 35, 0],
  ['jumpside15', 10, 50, 1],
  ['balback', 8, 48, 0],
  ['standreach', -15, 20, 1],
];

/**
 * Gives the first data set of the demonstration so many rows that its package has about `bytes` before it is zipped.
 * The rows repeat with other results, so that they compress like those of real people.
 */
export async function enlargeDataSet(databaseUrl: string, dataDir: string, bytes: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: number; key: string; count: number }>(
      'select id, object_key as key, row_count as count from repository.published_tables where nr = 1',
    );
    const { id, key, count } = rows[0]!;
    const file = path.join(dataDir, 'objects', key);
    const copies = Math.ceil(bytes / rowBytes / count);
    await writeCopies(file, copies);
    await client.query('update repository.published_tables set row_count = $1 where id = $2', [count * copies, id]);
  } finally {
    await client.end();
  }
}

async function writeCopies(file: string, copies: number): Promise<void> {
  const larger = `${file}.larger`;
  const connection = await (await DuckDBInstance.create()).connect();
  const replaced = results.map(
    ([key, min, max, decimals]) => `round(${min} + random() * ${max - min}, ${decimals}) as ${key}`,
  );
  await connection.run(
    `copy (select * replace (${replaced.join(', ')}) from read_parquet('${file}'), range(${copies}))
     to '${larger}' (format parquet, compression zstd)`,
  );
  connection.closeSync();
  if (statSync(larger).size === 0) throw new Error('The larger table is empty.');
  renameSync(larger, file);
}
