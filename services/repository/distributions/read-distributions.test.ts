import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Distribution } from '@domain/api/distributions';

import { tableOf, writeRows, type Rows, type Targets } from '../../../tests/support/checked-rows';
import { startTableEngine } from '../tables/duckdb-engine';
import type { TableEngine } from '../context/table-engine';
import { readDistributions } from './read-distributions';

let folder: string;
let tables: TableEngine;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'distributions-'));
  tables = await startTableEngine({ tempDir: folder });
});
afterAll(async () => {
  await tables.close();
  await rm(folder, { recursive: true, force: true });
});

async function distributionsOf(
  targets: Targets,
  rows: Rows,
  missing: Partial<{ texts: string[]; numbers: number[] }> = {},
): Promise<Distribution[]> {
  const table = tableOf('raw', targets);
  Object.assign(table.missing, missing);
  return readDistributions(tables, await writeRows(tables, folder, rows), table, 'en');
}

/** Non-empty bins by their lower ends. */
function filled({ warn, binWidth, groups }: Distribution, group: number): [from: number, count: number][] {
  const bins = groups[group]?.bins ?? [];
  return bins.flatMap((count, index): [number, number][] =>
    count === 0 ? [] : [[Number((warn.min + index * binWidth).toFixed(6)), count]],
  );
}

describe('readDistributions', () => {
  it('counts results by sex, in bins between the bounds and beyond each of them', async () => {
    const rows = [
      ['m', '0'],
      ['m', '39.9'],
      ['m', '40'],
      ['m', '44.9'],
      ['m', '45'],
      ['m', '300'],
      ['m', '300.1'],
      ['w', '120'],
      ['w', '380'],
      ['w', '380.1'],
      ['w', ''],
      ['w', 'NA'],
      ['w', 'far'],
      ['?', '100'],
      ['', '-99'],
    ];
    const [jump, ...others] = await distributionsOf(['sex|', 'slj|cm'], rows, { numbers: [-99] });
    expect(others).toEqual([]);
    expect(jump).toMatchObject({
      position: 1,
      target: 'slj',
      label: 'Standing long jump',
      unit: 'cm',
      warn: { min: 40, max: 300 },
      hard: { min: 5, max: 380 },
      binWidth: 5,
    });
    const none = { impossiblyLow: 0, unusuallyLow: 0, unusuallyHigh: 0, impossiblyHigh: 0, missing: 0, unreadable: 0 };
    expect(jump?.groups).toMatchObject([
      { sex: 'm', label: 'male', count: 7, ...none, impossiblyLow: 1, unusuallyLow: 1, unusuallyHigh: 1 },
      { sex: 'f', label: 'female', count: 3, ...none, unusuallyHigh: 1, impossiblyHigh: 1, missing: 2, unreadable: 1 },
      { sex: '', label: '', count: 1, ...none, missing: 1 },
    ]);
    expect(jump && filled(jump, 0)).toEqual([
      [40, 2],
      [45, 1],
      [295, 1],
    ]);
    expect(jump?.groups[0]?.summary).toEqual({
      min: 0,
      lowerQuartile: 39.95,
      median: 44.9,
      upperQuartile: 172.5,
      max: 300.1,
    });
  });

  it('reads cells as the check does: units, clock times, speeds, the other decimal sign', async () => {
    const rows = [
      ['1', '1,5', '20:00', '4'],
      ['2', '150 cm', '1300', '5'],
      ['1', '1.7', '', '-'],
    ];
    const [jump, walk, dash] = await distributionsOf(['sex|1=m 2=f', 'slj|m', 'walk2km|s', 'dash20hand|m/s'], rows);
    expect(jump?.groups.map(({ summary }) => summary?.median)).toEqual([160, 150]);
    expect(walk?.groups.map(({ summary }) => summary?.median)).toEqual([1200, 1300]);
    expect(dash?.groups.map(({ summary }) => summary?.median)).toEqual([5, 4]);
    expect(dash?.groups.map(({ missing }) => missing)).toEqual([1, 0]);
  });

  it('without a column for sex there is one group, which shows the effect of a wrong unit', async () => {
    const rows = ['310', '250', '270', '0', '290'].map((grip) => [grip]);
    const [grip] = await distributionsOf(['handgrip|kg'], rows);
    expect(grip?.groups).toMatchObject([{ sex: null, count: 5, impossiblyLow: 1, impossiblyHigh: 4 }]);
    expect(grip?.groups[0]?.summary).toEqual({ min: 0, lowerQuartile: 250, median: 270, upperQuartile: 290, max: 310 });
  });

  it('a column for sex may contain any number of other texts', async () => {
    const unknown = Array.from({ length: 60 }, (_, index) => [`text ${index}`, '120']);
    const [jump] = await distributionsOf(['sex|', 'slj|cm'], [['Frau', '130'], [' M ', '140'], ...unknown]);
    expect(jump?.groups.map(({ sex, count }) => [sex, count])).toEqual([
      ['m', 1],
      ['f', 1],
      ['', 60],
    ]);
  });

  it('whole numbers have bins of their own, the last one for the upper bound', async () => {
    const [situps] = await distributionsOf(['situp40|1'], [['0'], ['44'], ['45'], ['45'], ['46']]);
    expect(situps).toMatchObject({ binWidth: 1, step: 1 });
    expect(situps && filled(situps, 0)).toEqual([
      [0, 1],
      [44, 1],
      [45, 2],
    ]);
    expect(situps?.groups[0]).toMatchObject({ unusuallyHigh: 1 });
  });

  it('in long format there is one distribution for each test that the rows name', async () => {
    const rows = [
      ['m', 'slj', '1.2', 'm'],
      ['f', 'Standweitsprung', '130', ''],
      ['f', 'SW', '', ''],
      ['f', 'handgrip', '30', 'kg'],
      ['f', 'handgrip', '30', 'm'],
      ['m', 'juggling', '3', ''],
    ];
    const found = await distributionsOf(['sex|', 'test_name|', 'test_value|', 'test_unit|'], rows);
    expect(found.map(({ target, position, groups }) => [target, position, groups.map(({ count }) => count)])).toEqual([
      ['slj', 2, [1, 1]],
      ['handgrip', 2, [1]],
    ]);
    expect(found[0]?.groups.map(({ missing, summary }) => [missing, summary?.max])).toEqual([
      [0, 120],
      [1, 130],
    ]);
    expect(found[1]?.groups[0]).toMatchObject({ unreadable: 1 });
  });

  it('single trials have distributions, and columns without results have none', async () => {
    const found = await distributionsOf(['height|cm', 'slj.t1|cm', 'dstep.height|cm'], [['130', '120', '30']]);
    expect(found.map(({ target }) => target)).toEqual(['slj.t1']);
    expect(await distributionsOf(['height|cm'], [['130']])).toEqual([]);
  });
});
