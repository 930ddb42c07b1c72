import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type Rows, tableOf, type Targets, writeRows } from '../../../tests/support/checked-rows';
import { jobStatement, type TableEngine } from '../context/table-engine';
import { startTableEngine } from '../tables/duckdb-engine';
import { countCases } from './count-cases';
import { openTable } from './open-table';

let folder: string;
let tables: TableEngine;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'count-cases-'));
  tables = await startTableEngine({ tempDir: folder });
});
afterAll(async () => {
  await tables.close();
  await rm(folder, { recursive: true, force: true });
});

async function count(targets: Targets, rows: Rows): Promise<number | null> {
  return countCases(
    tables,
    await openTable(tables, await writeRows(tables, folder, rows), tableOf('agg', targets), jobStatement),
  );
}

describe('people in aggregated data', () => {
  const byAge = [
    ['m', '6-7', '10'],
    ['m', '8-9', '20'],
    ['w', '6-7', '11'],
    ['w', '8-9', '21'],
  ];

  it('are those of all groups', async () => {
    expect(await count(['g_sex|', 'g_ages|', 'g_n|1'], byAge)).toBe(62);
  });

  it('are not counted again in rows of all ages', async () => {
    const byYear = [['m', '6', '10'], ['m', '7', '20'], ['m', 'alle Altersgruppen', '30'], ['m', 'Gesamt', '30']]; // prettier-ignore
    expect(await count(['g_sex|', 'g_age|a', 'g_n|1'], byYear.slice(0, 3))).toBe(30);
    expect(await count(['g_sex|', 'g_ages|', 'g_n|1'], [...byYear.slice(0, 2), ['m', '6-18', '31']])).toBe(31);
  });

  it('are not counted again in totals of sex, of ages and of both', async () => {
    const totals = [
      ['m', 'gesamt', '30'],
      ['w', '6-9', '32'],
      ['m+w', '6 bis 7 Jahre', '21'],
      ['alle', 'alle', '62'],
    ];
    expect(await count(['g_sex|', 'g_ages|', 'g_n|1'], [...byAge, ...totals])).toBe(62);
  });

  it('are those of a total that is larger than its parts', async () => {
    expect(await count(['g_sex|', 'g_ages|', 'g_n|1'], [...byAge, ['total', '6-9', '70']])).toBe(70);
  });

  it('are not added up over tests and time-points, nor over totals of other properties', async () => {
    const long = [
      ['m', 'SLJ', 't0', 'IG', '10'],
      ['m', 'SLJ', 't0', 'CG', '12'],
      ['m', 'SLJ', 't1', 'IG', '9'],
      ['m', 'Standweitsprung', 't0', 'total', '22'],
      ['m', 'HG', 't0', 'IG', '8'],
    ];
    expect(await count(['g_sex|', 'test_name|', 'timepoint|', 'g_group|', 'test_value.n|1'], long)).toBe(22);
  });

  it('of an unknown school are no total, unless the row is one by its words', async () => {
    const rows = [
      ['m', 'North', '10'],
      ['f', 'North', '12'],
      ['m', '', '5'],
    ];
    const targets = ['g_sex|', 'g_group|', 'g_n|1'] as const;
    expect(await count([...targets], rows)).toBe(27);
    expect(await count([...targets], [...rows, ['all', '', '27']])).toBe(27);
  });

  it('have one age where a table also has an empty range', async () => {
    const rows = [
      ['6', '', '', '10'],
      ['', '6', '7', '21'],
    ];
    expect(await count(['g_age|a', 'g_age_from|a', 'g_age_to|a', 'g_n|1'], rows)).toBe(21);
  });

  it('are the most of any measure, and unknown without any n', async () => {
    expect(
      await count(
        ['g_sex|', 'slj.n|1', 'handgrip.n|1'],
        [
          ['m', '10', '12'],
          ['f', '11', ''],
        ],
      ),
    ).toBe(21);
    expect(await count(['g_sex|', 'slj.mean|cm'], [['m', '120']])).toBeNull();
  });

  it('of very many groups are told apart by sex', async () => {
    const rows = Array.from({ length: 5200 }, (_, i) => [i % 2 ? 'm' : 'all', String(i % 90), i % 2 ? '1' : '2']);
    expect(await count(['g_sex|', 'g_age|a', 'g_n|1'], rows)).toBe(5200);
  });
});
