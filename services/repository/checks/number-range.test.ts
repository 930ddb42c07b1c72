import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { tableOf, type Rows, type Targets, writeRows } from '../../../tests/support/checked-rows';
import { jobStatement, type TableEngine } from '../context/table-engine';
import { createRandom } from '../help-files/made-up-people';
import { startTableEngine } from '../tables/duckdb-engine';
import type { MissingCodes } from './checked-table';
import { findProblems } from './find-problems';
import { rangeOf } from './number-range';
import { openTable } from './open-table';

let folder: string;
let engine: TableEngine;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'ranges-'));
  engine = await startTableEngine({ tempDir: folder });
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

const noCodes: MissingCodes = { texts: [], numbers: [] };

async function open(targets: Targets, rows: Rows, missing = noCodes) {
  const file = await writeRows(engine, folder, rows);
  return openTable(engine, file, { ...tableOf('raw', targets), missing }, jobStatement);
}

test('the file states the limits of columns of plain numbers, in the unit of the target', async () => {
  const targets = ['person_id|', 'height|m', 'mass|kg', 'slj|cm', 'sex|m/f'];
  const { table } = await open(targets, [
    ['p1', '1.2', '30', '100', 'm'],
    ['p2', '1.5', '', '12 cm', 'f'],
  ]);
  const [, height, mass, jump] = table.columns;
  expect(rangeOf(height!, table)?.min).toBeCloseTo(120, 4);
  expect(rangeOf(height!, table)?.max).toBeCloseTo(150, 4);
  expect(rangeOf(mass!, table)).toEqual({ min: 30, max: 30, isFilled: false });
  expect(rangeOf(jump!, table)).toBeNull();
});

test('limits of an empty column, of a speed and of results of several tests are not known', async () => {
  const { table } = await open(['mass|kg', 'dash20hand|m/s'], [['', '4.5']]);
  expect(table.columns.map((column) => rangeOf(column, table))).toEqual([null, null]);
  const long = await open(['test_name|', 'test_value|'], [['Standweitsprung', '120']]);
  expect(long.table.columns.map((column) => rangeOf(column, long.table))).toEqual([null, null]);
});

/** A table of plausible results in which some cells are empty, 0, a code, or beyond the bounds. */
function oddTable(seed: number): Rows {
  const random = createRandom(seed);
  const numbers = ['', '0', '-9', '999', '99', '1', '5000', '-70', '12.55'];
  // A column with a text has no limits, so only some tables have texts.
  const odd = seed % 4 === 3 ? [...numbers, 'abc', '12 kg'] : numbers;
  const usual = [8, 130, 35, 120, 20, 5, 3, 30];
  // In half of the columns nothing is odd, so that nothing has to be looked for.
  const share = usual.map((_, i) => ((seed >> (i % 4)) % 2 === 0 ? 0 : 30));
  return Array.from({ length: 60 }, (_, row) => [
    `p${row}`,
    row % 2 === 0 ? 'm' : 'f',
    ...usual.map((value, i) =>
      random.whole(1, 100) <= share[i]! ? odd[random.whole(0, odd.length - 1)]! : `${value}`,
    ),
  ]);
}

test('the problems found are the same with the limits of the file and without', async () => {
  const units = [
    'age_y|a',
    'height|cm',
    'mass|kg',
    'slj|cm',
    'pushup40|1',
    'dash20hand|s',
    'standreach|cm',
    'balback|1',
  ];
  const targets = ['person_id|', 'sex|m/f', ...units];
  for (let seed = 0; seed < 8; seed += 1) {
    const missing = seed % 3 === 0 ? { texts: ['-9'], numbers: [-9, 35] } : noCodes;
    const { rows, table } = await open(targets, oddTable(seed), missing);
    const { signal } = new AbortController();
    const known = await findProblems(engine, { rows, table }, signal);
    const unknown = await findProblems(engine, { rows, table: { ...table, ranges: new Map() } }, signal);
    const facts = (groups: typeof known) =>
      groups.map(({ allCellsSql, ...group }) => ({ ...group, isCut: !!allCellsSql }));
    expect(facts(known), `seed ${seed}`).toEqual(facts(unknown));
  }
});
