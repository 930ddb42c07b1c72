import { expect, test } from 'vitest';

import type { ClassChild, ClassResult } from '../api/class-report';
import { comparedAge, medianOf, mediansOf, resultOfTrials } from './class-results';

test('the result of trials follows the rule of the test', () => {
  const best = { direction: 'more', result: 'best' } as const;
  expect(resultOfTrials('slj', best, [101, 99])).toBe(101);
  expect(resultOfTrials('dash20hand', { ...best, direction: 'less' }, [4.4, 4.1])).toBe(4.1);
  expect(resultOfTrials('jumpside15', { ...best, result: 'mean' }, [20, 23])).toBe(21.5);
  expect(resultOfTrials('targetthrow', { ...best, result: 'sum' }, [10, 12])).toBe(22);
  expect(resultOfTrials('targetthrow', { ...best, result: 'sum' }, [10])).toBeNull();
  expect(resultOfTrials('slj', best, [])).toBeNull();
});

test('completed years are compared at their middle, impossible ages not at all', () => {
  expect(comparedAge(9, false)).toBe(9.5);
  expect(comparedAge(9.2, true)).toBe(9.2);
  expect(comparedAge(null, true)).toBeNull();
  expect(comparedAge(1, false)).toBeNull();
  expect(comparedAge(-3, true)).toBeNull();
});

test('medians of even numbers lie between the two in the middle', () => {
  expect(medianOf([3, 1, 2])).toBe(2);
  expect(medianOf([4, 1, 2, 3])).toBe(2.5);
  expect(medianOf([])).toBeNull();
});

test('a class has medians by test and sex, of possible results only', () => {
  const result = (value: number | null, percentile: number | null): ClassResult => {
    return { key: 'slj', value, text: '', percentile, band: null, median: null, reason: null };
  };
  const child = (sex: 'f' | 'm' | null, ...results: ClassResult[]): ClassChild => {
    return { row: 1, name: '', sex, age: 9, isAgeExact: true, results };
  };
  const children = [
    child('f', result(100, 20)),
    child('f', result(120, 60)),
    child('f', result(null, null)),
    child('m', result(90, null)),
    child(null, result(1, 1)),
  ];
  expect(mediansOf(children, ['slj', 'situp40'])).toEqual([
    { key: 'slj', sex: 'f', children: 2, placed: 2, median: 110, percentile: 40, band: 'average' },
    { key: 'slj', sex: 'm', children: 1, placed: 0, median: 90, percentile: null, band: null },
  ]);
});
