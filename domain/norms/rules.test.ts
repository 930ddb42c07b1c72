import { expect, test } from 'vitest';

import { widthOfAges, type AgeGroup } from './age-groups';
import {
  bandOf,
  differenceOf,
  isPercentileTold,
  personsByYear,
  toldShare,
  wordsOfStanding,
  yearsWithCurve,
} from './rules';

const group = (age: number, persons: number): AgeGroup => ({
  age,
  values: Float64Array.of(100),
  counts: Float64Array.of(persons),
});

test('a percentile is told if five people lie beyond it on either side', () => {
  expect(isPercentileTold(10, 50)).toBe(true);
  expect(isPercentileTold(9, 50)).toBe(false);
  expect(isPercentileTold(166, 3)).toBe(false);
  expect(isPercentileTold(167, 97)).toBe(true);
});

test('quarters of a year are counted together', () => {
  expect([...personsByYear([group(8.375, 30), group(7.5, 4), group(8.125, 20)])]).toEqual([
    [7, 4],
    [8, 50],
  ]);
});

test('curves break at a year with fewer than 50 people, and at one that is missing', () => {
  const groups = [group(6.5, 50), group(7.125, 25), group(7.375, 25), group(8.5, 49), group(9.5, 80), group(11.5, 60)];
  expect(yearsWithCurve(groups)).toEqual([
    { start: 6, end: 7 },
    { start: 9, end: 9 },
    { start: 11, end: 11 },
  ]);
  expect(yearsWithCurve([group(6.5, 49)])).toEqual([]);
});

test('bands of a percentile', () => {
  expect([0, 2.4, 2.5, 24.4, 24.5, 50, 75.4, 75.6, 97.4, 97.6, 100].map(bandOf)).toEqual(
    ['far-below', 'far-below', 'below', 'below']
      .concat(['average', 'average', 'average'])
      .concat(['above', 'above', 'far-above', 'far-above']),
  );
});

test('the lowest result is better than none, and results of many are told as the same', () => {
  const kindOf = (percentile: number, worse: number, same: number) => wordsOfStanding({ percentile, worse, same }).kind;
  // 30 of 100 have 0 push-ups: each of them stands at P15.
  expect(wordsOfStanding({ percentile: 15, worse: 0, same: 30 })).toEqual({ kind: 'lowest', worse: 0, same: 30 });
  // With 1 push-up, where 4 in 1,000 have none, nobody may be told to be worse or not to be.
  expect(wordsOfStanding({ percentile: 5.4, worse: 0.4, same: 10 })).toEqual({ kind: 'low', worse: 0, same: 10 });
  expect(kindOf(5.5, 0.5, 10)).toBe('tied');
  expect(wordsOfStanding({ percentile: 80.2, worse: 60.4, same: 39.6 })).toEqual({ kind: 'tied', worse: 60, same: 40 });
  expect(kindOf(63.4, 63, 0.8)).toBe('usual');
  expect(kindOf(0.3, 0.2, 0.2)).toBe('least');
  expect(kindOf(0.7, 0, 1.4)).toBe('least');
  expect(kindOf(99.8, 99.5, 0.5)).toBe('usual');
});

test('a share is told in tenths, and as 0 only if it is nobody', () => {
  expect([0, 1e-9, 0.0312, 0.05, 30.06, 100].map(toldShare)).toEqual([0, 0.001, 0.032, 0.1, 30.1, 100]);
});

test('a study differs by at least ten percentiles, and by more than chance does with so many people', () => {
  // Two studies of 3,000 people that are a standard deviation apart.
  expect([32, 67].map((standing) => differenceOf(standing, 3000))).toEqual(['below', 'above']);
  expect([40, 41, 59, 60].map((standing) => differenceOf(standing, 3000))).toEqual(['below', null, null, 'above']);
  // The 95 percent interval of 10 people goes from P22 to P78, of 100 from P40 to P60.
  expect([22, 21, 78, 79].map((standing) => differenceOf(standing, 10))).toEqual([null, 'below', null, 'above']);
  expect([41, 59, 39, 61].map((standing) => differenceOf(standing, 100))).toEqual([null, null, 'below', 'above']);
});

test('the middle of ages tells how far apart they are', () => {
  expect([8.5, 8.125, 8.375, 8.625, 8.875].map(widthOfAges)).toEqual([1, 0.25, 0.25, 0.25, 0.25]);
});
