import type { MotorTest } from '@domain/motor-tests';

import { groupSize, vocabulary } from '../../vocabulary';
import type { CheckedColumn, CheckedTable } from '../checked-table';
import { describesGroup } from '../sum-groups-sql';

/** Columns of one measure of aggregated data, by statistic. */
export type Statistics = ReadonlyMap<string, CheckedColumn>;

/**
 * The columns of each measure of aggregated data by statistic. If a statistic occurs twice, the first column counts.
 */
export function measuresOf({ columns }: CheckedTable): Statistics[] {
  const measures = new Map<string, Map<string, CheckedColumn>>();
  for (const column of columns) {
    const { statistic } = column.target;
    if (!statistic || statistic.measure === groupSize) continue;
    const found = measures.get(statistic.measure) ?? new Map<string, CheckedColumn>();
    if (!found.has(statistic.id)) found.set(statistic.id, column);
    measures.set(statistic.measure, found);
  }
  const all = columns.find(({ target }) => target.key === groupSize);
  // One n for all measures counts where a measure has none of its own.
  if (all && measures.size === 0) measures.set(groupSize, new Map());
  for (const found of measures.values()) if (all && !found.has('n')) found.set('n', all);
  return [...measures.values()];
}

/** Columns that identify the group of a row in aggregated data; without its sex if `withSex` is false. */
export function groupColumns({ columns }: CheckedTable, withSex = true): CheckedColumn[] {
  return columns.filter(({ target: { key } }) => describesGroup(key) && (withSex || key !== 'g_sex'));
}

/** Mapped single trials of a test, in order. */
export interface Trials {
  test: MotorTest;
  /** Column of the test's result; null if it is not mapped. */
  result: CheckedColumn | null;
  columns: CheckedColumn[];
}

/** Tests with at least two mapped trials. */
export function trialsOf({ columns }: CheckedTable): Trials[] {
  return [...vocabulary.tests.keys()].flatMap((test) => {
    const trials = columns
      .filter(({ target: { key } }) => key.startsWith(`${test}.t`) && /^t\d$/.test(key.slice(test.length + 1)))
      .toSorted((a, b) => a.target.key.localeCompare(b.target.key));
    const result = columns.find(({ target }) => target.key === test) ?? null;
    return trials.length < 2 ? [] : [{ test, result, columns: trials }];
  });
}
