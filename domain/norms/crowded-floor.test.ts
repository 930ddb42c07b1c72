import { describe, expect, test } from 'vitest';

import { groupOf, simulateResults } from '../../tests/support/norms/simulate-results';
import { normPercentiles, type AgeGroup } from './age-groups';
import { fitCurves, percentileAt, sharesAt, standingOf, type LmsCurves } from './lms-curves';
import { normalQuantile, normalShareBelow } from './normal';
import { valueScaleOf, type ResultLimits } from './value-scale';

const pushUpLimits: ResultLimits = { usual: [0, 35], possible: [0, 60], decimals: 0, step: 1 };
const pushUps = valueScaleOf(pushUpLimits);
const jump = valueScaleOf({ usual: [40, 300], possible: [5, 380], decimals: 1, step: null });

const simulated = (persons: number, result: (age: number, z: number) => number, scale = pushUps) =>
  simulateResults({ persons, seed: 1, ages: [6, 17], resolution: 'years', scale, result });

/** 0 of this share of the people, and otherwise a result of a normal distribution that is nowhere near 0. */
const twoKinds = (zeros: number, mean: number) => (z: number) => {
  const share = normalShareBelow(z);
  return share < zeros ? 0 : Math.max(1, Math.round(mean + 4 * normalQuantile((share - zeros) / (1 - zeros))));
};

function expectNumbers({ pieces, below, degreesOfFreedom }: LmsCurves): void {
  const numbers = pieces.flatMap(({ points }) => points.flatMap(({ l, m, s }) => [l, m, s]));
  expect([...numbers, ...below, ...Object.values(degreesOfFreedom)].every(Number.isFinite)).toBe(true);
  normPercentiles.forEach((percent, at) => expect(Math.abs(below[at]! - percent)).toBeLessThan(5));
}

describe.each([0.5, 0.7, 0.9])('where %f of the people have the lowest possible result', (zeros) => {
  const latent = (_: number, z: number) => 10 * (z - normalQuantile(zeros));
  const counted = (age: number, z: number) => Math.max(0, Math.round(latent(age, z)));

  test.each([1500, 12_000])('the curves of %i people are close to the truth', (persons) => {
    const curves = fitCurves(simulated(persons, counted), pushUps, 'more')!;
    expectNumbers(curves);
    for (const age of [7.5, 11.5, 15.5]) {
      expect(Math.abs(percentileAt(curves, age, 97)! - Math.max(0, latent(age, 1.88)))).toBeLessThan(2.5);
      expect(Math.abs(standingOf(curves, age, 0)!.percentile - 50 * zeros)).toBeLessThan(5);
      const { worse, same } = sharesAt(curves, age, 0, pushUpLimits)!;
      expect(worse).toBe(0);
      expect(same / 2).toBeCloseTo(standingOf(curves, age, 0)!.percentile, 6);
    }
  });
});

test('people at the floor become fewer with age', () => {
  const latent = (age: number, z: number) => -6 + (age - 6) + 5 * z;
  const groups = simulated(12_000, (age, z) => Math.max(0, Math.round(latent(age, z))));
  const curves = fitCurves(groups, pushUps, 'more')!;
  for (const age of [7.5, 11.5, 15.5]) {
    for (const percent of [90, 97]) {
      const truth = Math.max(0, latent(age, normalQuantile(percent / 100)));
      expect(Math.abs(percentileAt(curves, age, percent)! - truth), `P${percent} at ${age}`).toBeLessThan(1);
    }
  }
});

/** Results that no curves of the LMS method describe. */
const indescribable: Record<string, AgeGroup[]> = {
  'two thirds at the floor and nobody near it': simulated(12_000, (_, z) => twoKinds(0.67, 20)(z)),
  'ever fewer at the floor and nobody near it': simulated(12_000, (age, z) => twoKinds(0.8 - 0.045 * (age - 6), 14)(z)),
  'growth tenfold at once': simulated(2000, (age, z) => (age < 11 ? 20 : 200) * (1 + 0.03 * z), jump),
  'two values far apart': [6.5, 7.5, 8.5, 9.5].map((age) =>
    groupOf(age, [
      [10, 40],
      [370, 40],
    ]),
  ),
};

test.each(Object.entries(indescribable))('there are no curves of %s', (name, groups) => {
  const scale = name.includes('floor') ? pushUps : jump;
  for (const better of ['more', 'less'] as const) expect(fitCurves(groups, scale, better)).toBeNull();
});

test('results that are rounded to tens have curves', () => {
  const curves = fitCurves(
    simulated(12_000, (age, z) => 10 * Math.round((100 + 9 * (age - 6) + 18 * z) / 10), jump),
    jump,
    'more',
  )!;
  expect(Math.abs(percentileAt(curves, 10.5, 97)! - (140.5 + 18 * 1.88))).toBeLessThan(2);
});

/** Shares from 40 to 98 percent at the floor, of a few dozen to some hundred people a year. */
test('whatever the share at the floor, curves consist of numbers and describe the results, or there are none', () => {
  let drawn = 0;
  for (let at = 0; at < 60; at += 1) {
    const zeros = 0.4 + (0.58 * at) / 60;
    const persons = [700, 1500, 6000][at % 3]!;
    const groups = simulateResults({
      ...{
        persons,
        seed: at,
        ages: [31, 31 + 1 + (at % 9)],
        resolution: at % 2 ? 'years' : 'quarters',
        scale: pushUps,
      },
      result: (_, z) => twoKinds(zeros, 4 + (at % 13))(z),
    });
    const curves = fitCurves(groups, pushUps, 'more');
    if (!curves) continue;
    drawn += 1;
    const numbers = curves.pieces.flatMap(({ points }) => points.flatMap(({ l, m, s }) => [l, m, s]));
    expect([...numbers, ...curves.below].every(Number.isFinite)).toBe(true);
  }
  expect(drawn).toBeGreaterThan(5);
});
