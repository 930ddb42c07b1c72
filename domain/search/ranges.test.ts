import { expect, test } from 'vitest';

import { formatYears, mergeRanges } from './ranges';

test('merges ranges that overlap or adjoin', () => {
  const ranges = [
    { start: 18, end: 30 },
    { start: 6, end: 8 },
    { start: 9, end: 10 },
    { start: 7, end: 7 },
  ];
  expect(mergeRanges(ranges)).toEqual([
    { start: 6, end: 10 },
    { start: 18, end: 30 },
  ]);
  expect(ranges[1]).toEqual({ start: 6, end: 8 });
});

test('a range of one year is that year', () => {
  expect(
    formatYears([
      { start: 2019, end: 2019 },
      { start: 2009, end: 2010 },
      { start: 2011, end: 2011 },
    ]),
  ).toEqual([{ start: 2009, end: 2011 }, 2019]);
  expect(formatYears([])).toEqual([]);
});
