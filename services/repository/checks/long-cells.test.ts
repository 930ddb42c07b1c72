import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { checkRows, tableOf, type Targets } from '../../../tests/support/checked-rows';
import type { TableEngine } from '../context/table-engine';
import { startTableEngine } from '../tables/duckdb-engine';

let folder: string;
let tables: TableEngine;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'long-cells-'));
  tables = await startTableEngine({ tempDir: folder });
});
afterAll(async () => {
  await tables.close();
  await rm(folder, { recursive: true, force: true });
});

const megabyte = 1_000_000;
const longTexts = {
  letters: 'a'.repeat(megabyte),
  digits: '7'.repeat(megabyte),
  words: 'Kind war krank, '.repeat(megabyte / 16),
};
const firstCells: Record<string, string> = {
  'slj|cm': '120',
  'walk2km|s': '17:45',
  'test_date|': '12.03.2024',
  'remark|': 'ok',
  'school_id|': 'S1',
  'person_id|': 'P1',
  'postal_code|': '76131',
};
const wide = Object.keys(firstCells);

/** Rules that a table hits with these cells in each column of its second row. */
async function rulesHit(kind: 'raw' | 'agg', targets: Targets, first: string[], cell: string): Promise<string[]> {
  const found = await checkRows(tables, folder, tableOf(kind, targets), [first, targets.map(() => cell)]);
  return found('en').flatMap(({ rule, row }) => (row === 3 ? [rule] : []));
}

it.each(Object.entries(longTexts))('a cell with a megabyte of %s is checked at once', async (_name, cell) => {
  const inWide = await rulesHit('raw', wide, Object.values(firstCells), cell);
  expect(inWide.toSorted()).toEqual(['R01', 'R01', 'R44', 'R61']);
  const inLong = await rulesHit('raw', ['test_name|', 'test_value|'], ['slj', '120'], cell);
  expect(inLong.toSorted()).toEqual(['R01', 'R63']);
  const inGroups = await rulesHit('agg', ['g_ages|', 'slj.mean_sd|cm'], ['6-7', '120 ± 12'], cell);
  expect(inGroups).toEqual(['R65', 'R65']);
});

it.each([101, 309, 400])('a result and statistics of %d digits are no numbers', async (digits) => {
  const cell = '9'.repeat(digits);
  expect(await rulesHit('raw', ['slj|cm'], ['120'], cell)).toEqual(['R01']);
  expect(await rulesHit('raw', ['run6min|km'], ['1,1'], cell)).toEqual(['R01']);
  expect(await rulesHit('agg', ['slj.n|1', 'slj.mean|cm', 'slj.sd|cm'], ['9', '120', '12'], cell)).toEqual(['R01', 'R01', 'R01']); // prettier-ignore
  expect(await rulesHit('agg', ['slj.mean_sd|cm'], ['120 ± 12'], `${cell} ± ${cell}`)).toEqual(['R65']);
});

it('words that the engine takes for numbers are none in split cells', async () => {
  for (const word of ['inf', 'Infinity', '1e300']) {
    expect(await rulesHit('agg', ['slj.mean_sd|cm'], ['120 ± 12'], word)).toEqual(['R65']);
  }
});
