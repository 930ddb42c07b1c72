import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { ColumnInfo } from '@domain/column-info';

import { startTableEngine } from '../tables/duckdb-engine';
import { sqlText, type TableEngine } from '../context/table-engine';
import { type Target, vocabulary } from '../vocabulary';
import { missingSql } from './cell-sql';

let folder: string;
let tables: TableEngine;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'cell-sql-'));
  tables = await startTableEngine({ tempDir: folder });
});
afterAll(async () => {
  await tables.close();
  await rm(folder, { recursive: true, force: true });
});

/** The cells of a column with this info that count as missing, with 'na', -9 and 98 declared by the study. */
async function missingAmong(info: ColumnInfo | null, cells: string[], key?: string): Promise<string[]> {
  const target = key === undefined ? {} : { target: vocabulary.targets.raw.get(key) as Target };
  const rows = cells.map((cell) => `(${sqlText(cell)}, try_cast(${sqlText(cell)} as double))`);
  const found = await tables.all(
    `select c0 from (values ${rows.join(', ')}) as cells (c0, n0)
     where ${missingSql({ position: 0, info, ...target }, { texts: ['na'], numbers: [-9, 98] })}`,
  );
  return found.map((row) => String(row.c0));
}

const declared = (
  kind: ColumnInfo['kind'],
  values: string[],
  ...ranges: [from: string | null, to: string | null][]
): ColumnInfo => ({ kind, missing: { values, ranges: ranges.map(([from, to]) => ({ from, to })) } });

describe('missingSql', () => {
  it('uses the codes of the study in every column', async () => {
    expect(await missingAmong(null, ['', 'NA', '-9.0', '0', '99'])).toEqual(['', 'NA', '-9.0']);
  });

  it.each(['person_id', 'school_id', 'tester_id', 'study_id', 'postal_code'])(
    'takes the number of a %s for its name, unless it is negative',
    async (key) => expect(await missingAmong(null, ['NA', '-9', '98', '98.0'], key)).toEqual(['NA', '-9']),
  );

  it('uses the codes of the study in results, ages and groups', async () => {
    for (const key of ['slj', 'age_y', 'group', 'timepoint', 'sex', 'grade']) {
      expect(await missingAmong(null, ['-9', '98', '97'], key), key).toEqual(['-9', '98']);
    }
  });

  it('uses the values that the file declares only in their column', async () => {
    const cells = ['0', '00', '99', '41.5', 'na'];
    expect(await missingAmong(declared('number', ['0', '99']), cells)).toEqual(['0', '99', 'na']);
    expect(await missingAmong(declared('text', ['X ']), ['x', 'X', 'Xa'])).toEqual(['X']);
  });

  it('uses the ranges that the file declares, with open ends and including both ends', async () => {
    const cells = ['-99.5', '-1', '0', '89.9', '90', '1000', ''];
    expect(await missingAmong(declared('number', [], ['90', '1000']), cells)).toEqual(['90', '1000', '']);
    expect(await missingAmong(declared('number', ['0'], [null, '-1']), cells)).toEqual(['-99.5', '-1', '0', '']);
    expect(await missingAmong(declared('number', [], ['90', null]), cells)).toEqual(['90', '1000', '']);
  });

  it('compares dates and durations as such', async () => {
    const days = ['1899-12-31', '1900-01-01', '2019-06-04'];
    expect(await missingAmong(declared('date', [], [null, '1900-01-01']), days)).toEqual(days.slice(0, 2));
    const durations = ['9:00:00', '99:59:59', '120:00:00'];
    expect(await missingAmong(declared('duration', [], ['99:59:59', null]), durations)).toEqual([
      '99:59:59',
      '120:00:00',
    ]);
  });
});
