import { expect, test } from 'vitest';

import { normalQuantile, normalShareBelow, normalShareBetween } from './normal';

test('shares below z agree with printed tables', () => {
  expect(normalShareBelow(0)).toBeCloseTo(0.5, 14);
  expect(normalShareBelow(1.959963984540054)).toBeCloseTo(0.975, 12);
  expect(normalShareBelow(-3) / 0.0013498980316301).toBeCloseTo(1, 10);
  expect(normalShareBelow(-8) / 6.220960574271785e-16).toBeCloseTo(1, 6);
  expect([normalShareBelow(-Infinity), normalShareBelow(Infinity)]).toEqual([0, 1]);
});

test('shares between two z keep their digits in both tails', () => {
  expect(normalShareBetween(8, Infinity)).toBe(normalShareBelow(-8));
  expect(normalShareBetween(8, 9)).toBe(normalShareBetween(-9, -8));
  expect(normalShareBetween(1, 0)).toBe(0);
});

test('the quantile undoes the share', () => {
  for (const z of [-6, -3.1, -1, -0.2, 0, 0.7, 2.5, 5]) expect(normalQuantile(normalShareBelow(z))).toBeCloseTo(z, 6);
  expect(normalQuantile(0.97)).toBeCloseTo(1.8807936081512509, 12);
});
