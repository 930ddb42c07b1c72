import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { UploadKind } from '@domain/upload-id';

import { checkRows, tableOf, type Targets, writeRows } from '../../../tests/support/checked-rows';
import type { TableEngine } from '../context/table-engine';
import { startTableEngine } from '../tables/duckdb-engine';
import { cellOf, cellsSql, isMeasured } from './cell-sql';
import { openTable } from './open-table';

let folder: string;
let tables: TableEngine;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'written-numbers-'));
  tables = await startTableEngine({ tempDir: folder });
});
afterAll(async () => {
  await tables.close();
  await rm(folder, { recursive: true, force: true });
});

/** Numbers of the last row in the default units, and the rules that its cells hit. */
async function readLast(kind: UploadKind, targets: Targets, rows: string[][]) {
  const mapped = tableOf(kind, targets);
  const opened = await openTable(tables, await writeRows(tables, folder, rows), mapped, {});
  const columns = opened.table.columns.filter(isMeasured);
  const numbers = columns.map((column) => `${cellOf(column, opened.table).number} as p${column.position}`);
  const read = await tables.all(
    `select ${numbers.join(', ')} from ${cellsSql(opened.rows, columns, opened.table)}
     where "row" = ${rows.length + 1}`,
  );
  const problems = (await checkRows(tables, folder, mapped, rows))('en');
  return {
    numbers: columns.map(({ position }) => read[0]?.[`p${position}`] ?? null),
    rules: problems.flatMap(({ rule, row }) => (row === rows.length + 1 ? [rule] : [])).toSorted(),
  };
}

describe('a mean with its deviation', () => {
  it.each([
    ['slj.mean_sd|cm', '125.7 ± 5,3', 125.7, 5.3, ['R14']],
    ['slj.mean_sd|cm', '98.25 ± 1,5', 98.25, 1.5, ['R14']],
    ['slj.mean_sd|cm', '120,5 ± 6.2', 120.5, 6.2, ['R14']],
    ['run6min.mean_sd|m', '1052.5 ± 1.234,5', 1052.5, 1234.5, ['R15', 'R66']],
    ['run6min.mean_sd|m', '985,4 ± 1.018', 985.4, 1018, ['R66']],
    ['run6min.mean_sd|m', '1.052,5 ± 118,3', 1052.5, 118.3, []],
    ['run6min.mean_sd|m', '1,052.5 ± 118', 1052.5, 118, []],
    ['medball1.mean_sd|m', '4.052 ± 1.118', 4.052, 1.118, ['R54']],
    ['medball1.mean_sd|m', '4,052 ± 1,118', 4.052, 1.118, ['R54']],
    ['medball1.mean_sd|m', '4,052 ± 1.118', 4.052, 1.118, ['R54']],
  ])('of %s as %s is %d and %d', async (target, cell, mean, deviation, rules) => {
    const { numbers, rules: hit } = await readLast('agg', [target], [[cell]]);
    expect({ numbers, rules: hit }).toEqual({ numbers: [mean, deviation], rules });
  });
});

describe('an age of years and months', () => {
  it.each([
    ['age_y|a', '9;6', 9.5],
    ['age_y|a', '10;11', 10.92],
    ['age_y|a', '9; 06', 9.5],
    ['age_y|a', '9;0 J.', 9],
    ['age_y|a', '9 J. 6 M.', 9.5],
    ['age_y|a', '9 Jahre, 3 Monate', 9.25],
    ['age_y|a', '9 Jahre und 1 Monat', 9.08],
    ['age_y|a', '9y6m', 9.5],
    ['age_y|a', '9 years and 6 months', 9.5],
    ['age_m|mo', '9;6', 114],
  ])('of %s as %s is %d', async (target, cell, number) => {
    const other = target === 'age_m|mo' ? '100' : '8';
    expect(await readLast('raw', [target], [[other], [cell]])).toEqual({ numbers: [number], rules: [] });
  });

  it.each(['9;12', '9;6;1', '9 J. 6', ';6', '9 J. 6 M. 3 T.'])('is not %s', async (cell) => {
    expect(await readLast('raw', ['age_y|a'], [['8'], [cell]])).toMatchObject({ numbers: [null], rules: ['R01'] });
  });

  it('is none in a column that is no age', async () => {
    expect(await readLast('raw', ['dash20hand|s'], [['4.1'], ['4;6']])).toMatchObject({ numbers: [null] });
  });
});

describe('ages of a group', () => {
  it.each(['6_7', '1_0', '5e1', '0x10', 'inf'])('%s are none', async (cell) => {
    expect(await readLast('agg', ['g_ages|'], [['10-12'], [cell]])).toEqual({ numbers: [null, null], rules: ['R65'] });
  });

  it.each([
    ['6 to under 7', 6, 6],
    ['12 bis unter 13', 12, 12],
    ['6;6 bis unter 8 Jahre', 6.5, 7],
    ['Alter 6 - <8', 6, 7],
    ['6 ', 6, 6],
    ['6-7', 6, 7],
  ])('%s are %d to %d', async (cell, from, to) => {
    expect(await readLast('agg', ['g_ages|'], [['10-12'], [cell]])).toEqual({ numbers: [from, to], rules: [] });
  });

  it.each(['6 to under 130', '130 bis unter 131'])('%s are impossible', async (cell) => {
    expect((await readLast('agg', ['g_ages|'], [['10-12'], [cell]])).rules).not.toEqual([]);
  });
});

describe('a number with its unit', () => {
  it.each([
    ['run6min|m', '1.087 m', 1087, ['R54']],
    ['run6min|m', '1,087 m', 1087, ['R54']],
    ['run6min|m', '1 087 m', 1087, ['R18']],
    ['run6min|m', "1'087,5m", 1087.5, ['R18']],
    ['run6min|m', '1.087,5 m', 1087.5, ['R18']],
    ['run6min|m', '1.0875 km', 1087.5, ['R18']],
    ['run6min|m', '1.087 km', 1087, ['R54']],
    ['run6min|m', '987.25 m', 987.25, ['R18']],
    ['mass|kg', '35.500 g', 35.5, ['R54']],
    ['mass|kg', '35,500 kg', 35.5, ['R54']],
    ['mass|kg', '35.5 kg', 35.5, ['R18']],
    ['slj|cm', '1,250 m', 125, ['R54']],
    ['slj|cm', '1 087 miles', null, ['R53']],
  ])('of %s as %s is %d', async (target, cell, number, rules) => {
    expect(await readLast('raw', [target], [['12'], [cell]])).toEqual({ numbers: [number], rules });
  });

  it.each([
    ['6-Minuten-Lauf', '1.087 m', 1087, ['R54']],
    ['6-Minuten-Lauf', '1 087 m', 1087, ['R18']],
    ['6-Minuten-Lauf', '1.087 km', 1087, ['R54']],
    ['SLJ', '1.250 m', 125, ['R54']],
    ['SLJ', '125,5 cm', 125.5, ['R18']],
  ])('in long format of %s as %s is %d', async (test, cell, number, rules) => {
    const rows = [['SLJ', '120'], [test, cell]]; // prettier-ignore
    expect(await readLast('raw', ['test_name|', 'test_value|'], rows)).toEqual({ numbers: [number], rules });
  });

  it('is a deviation as written, because nothing tells how large it may be', async () => {
    const long = [['SLJ', '120', '12'], ['SLJ', '120', '12.345 cm']]; // prettier-ignore
    const longTargets = ['test_name|', 'test_value.mean|', 'test_value.sd|'];
    expect((await readLast('agg', longTargets, long)).numbers).toEqual([120, 12.345]);
    const wide = [['120', '12'], ['120', '12.345 cm']]; // prettier-ignore
    expect((await readLast('agg', ['slj.mean|cm', 'slj.sd|cm'], wide)).numbers).toEqual([120, 12.345]);
  });
});

it.each(['5. Jän', '3. Feber', 'Jän 05', '5. Jan', '3. Mär', '12. Dez 2024', 'Jänner 2024', '1-Sept-24'])(
  '%s is what a spreadsheet makes of a number',
  async (cell) => {
    expect((await readLast('raw', ['dash20hand|s'], [['3.9'], [cell]])).rules).toEqual(['R16']);
  },
);
