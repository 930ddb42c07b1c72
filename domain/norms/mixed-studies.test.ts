import { describe, expect, test } from 'vitest';

import { groupOf, simulateResults } from '../../tests/support/norms/simulate-results';
import { fittedGroups } from './fitted-groups';
import { fitCurves, fittingCurves, percentileAt, standingOf, type LmsCurves } from './lms-curves';
import { normalQuantile, normalShareBelow } from './normal';
import { valueScaleOf } from './value-scale';

const jump = valueScaleOf({ usual: [40, 300], possible: [5, 380], decimals: 1, step: null });
const pushUps = valueScaleOf({ usual: [0, 35], possible: [0, 60], decimals: 0, step: 1 });

interface Study {
  persons: number;
  seed: number;
  resolution: 'years' | 'quarters';
  /** How far its results are from those of others, in standard deviations. */
  better: number;
  ages?: readonly [number, number];
}

const medianJump = (age: number) => 100 + 9 * (age - 6);
const jumpsOf = ({ ages = [6, 13], better, ...study }: Study) =>
  simulateResults({ ...study, ages, scale: jump, result: (age, z) => medianJump(age) + 18 * (z + better) });

const yearsOf = ({ pieces }: LmsCurves) => pieces.map(({ years }) => years);

describe.each([
  [100_000, 10_000, 0.5],
  [100_000, 10_000, 0.8],
  [10_000, 100_000, 0.8],
  [20_000, 3000, 0.5],
  [3000, 3000, 0.6],
  [6000, 3000, 0.3],
])('a study of %i people with whole ages and one of %i with exact ages that differs by %f', (whole, exact, better) => {
  test.each([1, 2, 3])('have even curves together: sample %i', (seed) => {
    const curves = fitCurves(
      [
        ...jumpsOf({ persons: whole, seed, resolution: 'years', better: 0 }),
        ...jumpsOf({ persons: exact, seed: seed + 50, resolution: 'quarters', better }),
      ],
      jump,
      'more',
    )!;
    expect(yearsOf(curves)).toEqual([{ start: 6, end: 12 }]);
    for (let age = 6.5; age <= 12.5; age += 0.25) {
      const mean = medianJump(age) + (18 * better * exact) / (whole + exact);
      expect(Math.abs(percentileAt(curves, age, 50)! - mean), `at ${age}`).toBeLessThan(2);
    }
  });
});

test('a study of some of the ages lifts the curves there', () => {
  const curves = fitCurves(
    [
      ...jumpsOf({ persons: 3000, seed: 1, resolution: 'quarters', better: 0, ages: [6, 18] }),
      ...jumpsOf({ persons: 1200, seed: 2, resolution: 'years', better: 0.6, ages: [8, 14] }),
    ],
    jump,
    'more',
  )!;
  expect(yearsOf(curves)).toEqual([{ start: 6, end: 17 }]);
  for (const [age, lifted] of [
    [6.5, 0],
    [11, 18 * 0.6 * (200 / 450)],
    [16.5, 0],
  ] as const) {
    expect(Math.abs(percentileAt(curves, age, 50)! - medianJump(age) - lifted), `at ${age}`).toBeLessThan(3);
  }
});

/** 0 of two thirds of the people, and otherwise a result that is nowhere near 0, which no curves describe. */
const twoKinds = (z: number) => {
  const share = normalShareBelow(z);
  return share < 0.67 ? 0 : Math.max(1, Math.round(20 + 4 * normalQuantile((share - 0.67) / 0.33)));
};

test.each([3000, 12_000, 50_000])('a run of years that %i people make indescribable leaves others alone', (persons) => {
  const children = simulateResults({
    ...{ persons: 3000, seed: 1, ages: [6, 13], resolution: 'quarters', scale: pushUps },
    result: (age, z) => 12 + (age - 6) + 4 * z,
  });
  const adults = simulateResults({
    ...{ persons, seed: 2, ages: [20, 30], resolution: 'years', scale: pushUps },
    result: (_, z) => twoKinds(z),
  });
  const curves = fitCurves([...children, ...adults], pushUps, 'more')!;
  expect(curves).toEqual(fitCurves(children, pushUps, 'more'));
  expect(yearsOf(curves)).toEqual([{ start: 6, end: 12 }]);
  expect(standingOf(curves, 25.5, 20)).toBeNull();
});

test('ages of a year are taken together where some are whole and some exact', () => {
  const groups = fittedGroups([
    groupOf(8.5, [
      [120, 3],
      [110, 1],
    ]),
    groupOf(7.125, [[100, 6]]),
    groupOf(8.875, [
      [120, 1],
      [130, 3],
    ]),
    groupOf(7.625, [[104, 5]]),
    groupOf(9.5, [[140, 9]]),
  ]);
  expect(groups.map(({ age, width }) => [age, width])).toEqual([
    [7.125, 0.25],
    [7.625, 0.25],
    [8.6875, expect.closeTo(Math.sqrt(12 * 0.1875 ** 2 + (1 + 0.25 ** 2) / 2), 9)],
    [9.5, 1],
  ]);
  expect([...groups[2]!.values]).toEqual([110, 120, 130]);
  expect([...groups[2]!.counts]).toEqual([1, 4, 3]);
});

test('however many runs of years are indescribable, the fits are at most twice as many', () => {
  const starts = Array.from({ length: 10 }, (_, run) => 6 + 4 * run);
  const groups = starts.flatMap((start, seed) =>
    simulateResults({
      ...{ persons: 400, seed, ages: [start, start + 2], resolution: 'years', scale: pushUps },
      result: (_, z) => (seed % 2 ? twoKinds(z) : 12 + 4 * z),
    }),
  );
  const fits = fittingCurves(groups, pushUps, 'more');
  let [steps, fit] = [0, fits.next()];
  for (; !fit.done; fit = fits.next()) steps += 1;
  expect(steps).toBeGreaterThan(1);
  expect(steps).toBeLessThanOrEqual(2 * starts.length);
  expect(fit.value).toEqual(fitCurves(groups, pushUps, 'more'));
});

test('the spread at ages of a study does not depend on whether another one knows its ages exactly', () => {
  const growing = (age: number, z: number) => (100 + 20 * (age - 6)) * (1 + 0.06 * z);
  const children = simulateResults({
    ...{ persons: 20_000, seed: 3, ages: [6, 12], resolution: 'years', scale: jump, result: growing },
  });
  const adults = simulateResults({
    ...{ persons: 60_000, seed: 4, ages: [20, 40], resolution: 'quarters', scale: jump },
    result: (_, z) => 220 * (1 + 0.06 * z),
  });
  const [alone, together] = [children, [...children, ...adults]].map((groups) => fitCurves(groups, jump, 'more')!);
  for (const age of [7.5, 9, 10.5]) {
    const spread = (curves: LmsCurves) => percentileAt(curves, age, 97)! - percentileAt(curves, age, 3)!;
    expect(spread(together!) / spread(alone!), `at ${age}`).toBeCloseTo(1, 2);
  }
});
