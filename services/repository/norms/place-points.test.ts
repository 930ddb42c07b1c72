import { expect, test } from 'vitest';

import type { KeptPoint } from '@domain/norms/kept-norms';
import type { LmsCurves } from '@domain/norms/lms-curves';

import { placePoints } from './place-points';

/** From 8 to 10 years the median is 100 plus 10 a year after 8, and the standard deviation a tenth of it. */
const curves: LmsCurves = {
  scale: { from: 0, width: 1, count: 400 },
  better: 'more',
  shift: 0,
  persons: 1000,
  degreesOfFreedom: { l: 1, m: 2, s: 1 },
  below: [3, 10, 25, 50, 75, 90, 97],
  pieces: [
    { years: { start: 8, end: 10 }, points: [8, 11].map((age) => ({ age, l: 1, m: 100 + 10 * (age - 8), s: 0.1 })) },
  ],
};

const group = (start: number, end: number, median: number | null, more: Partial<KeptPoint> = {}): KeptPoint => ({
  sex: 'f',
  ages: { start, end },
  year: null,
  country: null,
  persons: 50,
  mean: null,
  sd: null,
  percentiles: [null, null, null, median, null, null, null],
  ...more,
});

test('groups stand where their medians, or means, are at their age', () => {
  expect(placePoints([group(8, 8, 105)], curves)?.standing).toBe(50);
  expect(placePoints([group(8, 8, 115.5)], curves)?.standing).toBe(84.1);
  expect(placePoints([group(8, 9, null, { mean: 110 })], curves)?.standing).toBe(50);
  expect(placePoints([group(8, 8, 115.5), group(9, 9, 103.5)], curves)?.standing).toBe(50);
  expect(placePoints([group(8, 8, 115.5, { persons: 150 }), group(9, 9, 103.5)], curves)?.standing).toBe(69.1);
});

test('groups at other ages, of many years, or with neither median nor mean stand nowhere', () => {
  expect(placePoints([group(12, 12, 105), group(8, 10, 105), group(8, 8, null)], curves)).toBeNull();
  expect(placePoints([group(12, 12, 20), group(8, 8, 105)], curves)?.standing).toBe(50);
  expect(placePoints([group(8, 8, 105)], null)).toBeNull();
});

test('it is told how many people a standing is of: those of groups that stand somewhere', () => {
  const groups = [group(8, 8, 105, { persons: 12 }), group(8, 10, 105, { persons: 2000 }), group(12, 12, 105)];
  expect(placePoints(groups, curves)).toEqual({ standing: 50, placed: 12 });
});
