import type { MotorTest } from '@domain/motor-tests';

import { vocabulary } from '../../vocabulary';
import type { CheckedColumn, CheckedTable } from '../checked-table';

/** Single trials of a test as they are mapped, in their order. */
export interface Trials {
  test: MotorTest;
  /** Column of the test's result; null when it is not mapped. */
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
