import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Digest } from '@domain/api/uploads';

import { startTableEngine } from './duckdb-engine';
import { streamDigest } from './stream-digest';
import { sqlText, type TableEngine } from '../context/table-engine';

let folder: string;
let engine: TableEngine;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'digest-'));
  engine = await startTableEngine({ tempDir: folder });
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

/** Digest of one column whose cell in row `i` is given as SQL. */
async function digestOf(cell: string, rowCount: number) {
  const file = path.join(folder, 'digest.parquet');
  await engine.run(
    `copy (select ${cell} as c0 from range(${rowCount}) rows(i))
       to ${sqlText(file)} (format parquet, row_group_size 2048)`,
  );
  const from = `read_parquet(${sqlText(file)}, file_row_number = true)`;
  const columns = [{ name: 'one', column: 'c0' }];
  let text = '';
  for await (const piece of streamDigest(engine, { id: '1r', fileName: 'f' }, [
    { name: 't', rowCount, firstRow: 2, from, columns },
  ])) {
    text += piece;
  }
  return (JSON.parse(text) as Digest).tables[0]?.columns[0]?.values;
}

test('runs of a value count from row 2 and end at a missing cell or the end of the table', async () => {
  const cell = `[null, 'a', 'a', 'b', null, 'a', 'b', 'b', 'b'][i + 1]`;
  expect(await digestOf(cell, 9)).toEqual([
    ['a', '3+1 7'],
    ['b', '5 8+2'],
  ]);
  expect(await digestOf('null::varchar', 3)).toEqual([]);
});

test('runs may span row groups, in the order of the rows', async () => {
  const values = await digestOf(`case when i < 50000 then 'low' else (i % 1000)::varchar end`, 100_000);
  expect(values?.[0]).toEqual(['low', '2+49999']);
  expect(values).toHaveLength(1001);
  const rows = Array.from({ length: 50 }, (_, k) => String(50_002 + 1000 * k)).join(' ');
  expect(values?.[1]).toEqual(['0', rows]);
});
