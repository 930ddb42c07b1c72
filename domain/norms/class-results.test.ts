import { expect, test } from 'vitest';

import type { ClassChild, ClassResult } from '../api/class-report';
import {
  comparedAge,
  medianOf,
  mediansOf,
  resultOfOccasion,
  resultOfTrials,
  rowsNotCounted,
  toldAge,
  toldDecimals,
} from './class-results';

const best = { way: 'largest', count: 0 } as const;

test('the result of trials follows the rule of the test', () => {
  expect(resultOfTrials(best, [101, 99])).toBe(101);
  expect(resultOfTrials({ ...best, way: 'least' }, [4.4, 4.1])).toBe(4.1);
  expect(resultOfTrials({ ...best, way: 'mean' }, [20, 23])).toBe(21.5);
  expect(resultOfTrials({ way: 'sum', count: 2 }, [10, 12])).toBe(22);
  expect(resultOfTrials({ way: 'sum', count: 2 }, [10])).toBeNull();
  expect(resultOfTrials({ way: 'sum', count: 0 }, [10])).toBeNull();
  expect(resultOfTrials(best, [])).toBeNull();
});

test('a row that is no trial is the result of an occasion', () => {
  const sum = { way: 'sum', count: 2 } as const;
  const rows = (...pairs: [number | null, number | null][]) => pairs.map(([value, trial]) => ({ value, trial }));
  expect(resultOfOccasion(sum, rows([10, 1], [12, 2]))).toBe(22);
  expect(resultOfOccasion(sum, rows([10, 1]))).toBeNull();
  expect(resultOfOccasion(sum, rows([10, 1], [12, 2], [null, null], [20, null], [21, null]))).toBe(20);
  expect(resultOfOccasion(best, rows([10, 1], [null, null]))).toBeNull();
});

test('further results, and trials that are better than the result, are told not to count', () => {
  const rows = (...pairs: [number | null, number | null][]) => pairs.map(([value, trial]) => ({ value, trial }));
  const left = (way: 'largest' | 'least' | 'mean', ...pairs: [number | null, number | null][]) =>
    rowsNotCounted({ way, count: 0 }, rows(...pairs)).map(({ value }) => value);
  expect(left('largest', [null, null], [150, null], [170, null], [150, null])).toEqual([170, 150]);
  expect(left('largest', [150, null], [140, 1], [160, 2])).toEqual([160]);
  expect(left('least', [4.2, null], [4.2, 1], [4.1, 2])).toEqual([4.1]);
  expect(left('mean', [20, null], [19, 1], [21, 2])).toEqual([]);
  expect(left('largest', [140, 1], [160, 2])).toEqual([]);
});

test('completed years are compared at their middle, impossible ages not at all', () => {
  expect(comparedAge(9, false)).toBe(9.5);
  expect(comparedAge(9.2, true)).toBe(9.2);
  expect(comparedAge(null, true)).toBeNull();
  expect(comparedAge(1, false)).toBeNull();
  expect(comparedAge(-3, true)).toBeNull();
});

test('ages are told in completed years, or in completed tenths', () => {
  expect(toldAge({ age: 10.18, isAgeExact: true })).toBe(10.1);
  expect(toldAge({ age: 9.99, isAgeExact: true })).toBe(9.9);
  expect(toldAge({ age: 9.8, isAgeExact: false })).toBe(9);
});

test('results are told with the decimals that were entered, and one more than usual at least', () => {
  expect(toldDecimals('4,05', 1)).toBe(2);
  expect(toldDecimals('4.053 s', 1)).toBe(3);
  expect(toldDecimals('10,5; 11', 0)).toBe(1);
  expect(toldDecimals('12', 0)).toBe(1);
  expect(toldDecimals('4.0500000000000001', 1)).toBe(6);
});

test('medians of even numbers lie between the two in the middle', () => {
  expect(medianOf([3, 1, 2])).toBe(2);
  expect(medianOf([4, 1, 2, 3])).toBe(2.5);
  expect(medianOf([])).toBeNull();
});

test('a class has medians by test and sex, of possible results only', () => {
  const result = (value: number | null, percentile: number | null): ClassResult => {
    return {
      key: 'slj',
      value,
      text: '',
      notCounted: [],
      percentile,
      worse: null,
      same: null,
      band: null,
      median: null,
      reason: null,
    };
  };
  let row = 0;
  const child = (sex: 'f' | 'm' | null, ...results: ClassResult[]): ClassChild => {
    row += 1;
    return { row, child: row, name: '', sex, age: 9, isAgeExact: true, results };
  };
  const children = [
    child('f', result(100, 20)),
    child('f', result(120, 60)),
    child('f', result(null, null)),
    child('m', result(90, null)),
    child(null, result(1, 1)),
  ];
  const again = { ...child('f', result(140, 30)), child: 1 };
  expect(mediansOf([...children, again], ['slj'])[0]).toMatchObject({ children: 2, placed: 2, median: 120 });
  expect(mediansOf(children, ['slj', 'situp40'])).toEqual([
    { key: 'slj', sex: 'f', children: 2, placed: 2, median: 110, percentile: 40, band: 'average' },
    { key: 'slj', sex: 'm', children: 1, placed: 0, median: 90, percentile: null, band: null },
  ]);
});
