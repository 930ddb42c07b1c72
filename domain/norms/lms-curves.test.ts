import { describe, expect, test } from 'vitest';

import { madeUpTests } from '../../tests/support/norms/made-up-tests';
import { groupOf, simulateResults } from '../../tests/support/norms/simulate-results';
import { normPercentiles, type AgeGroup } from './age-groups';
import { fitCurves, percentileAt, percentilesAt, sharesAt, standingOf, type LmsCurves } from './lms-curves';
import { normalQuantile } from './normal';
import { valueScaleOf, type ResultLimits } from './value-scale';

const jumpLimits: ResultLimits = { usual: [40, 300], possible: [5, 380], decimals: 1, step: null };
const jump = valueScaleOf(jumpLimits);

/** Jumps of children of 6 to 12 years: 100 cm at 6, 9 cm more a year, standard deviation 18 cm. */
const jumpsOf = (persons: number, seed: number, resolution: 'years' | 'quarters' = 'quarters') =>
  simulateResults({
    persons,
    seed,
    ages: [6, 13],
    resolution,
    scale: jump,
    result: (age, z) => 100 + 9 * (age - 6) + 18 * z,
  });

/** Curves must be usable wherever they are: finite, in order, and undone by the standing. */
function expectUsable(curves: LmsCurves, name = ''): void {
  const { from, width, count } = curves.scale;
  const falls = curves.better === 'less' ? -1 : 1;
  for (const { years, points } of curves.pieces) {
    for (const { age: end, l, m, s } of points) {
      const age = Math.min(end, years.end + 1 - 1e-9);
      expect([l, m, s].every(Number.isFinite) && m > 0 && s > 0, name).toBe(true);
      const values = Array.from({ length: 99 }, (_, at) => percentileAt(curves, age, at + 1)!);
      values.forEach((value, at) => {
        expect(Number.isFinite(value), name).toBe(true);
        expect(value, name).toBeGreaterThanOrEqual(from);
        expect(value, name).toBeLessThanOrEqual(from + (count - 1) * width);
        if (at > 0) expect(falls * (value - values[at - 1]!), name).toBeGreaterThanOrEqual(0);
      });
      const standing = standingOf(curves, age, from + (count / 2) * width)!;
      expect(Number.isFinite(standing.percentile) && Number.isFinite(standing.z), name).toBe(true);
    }
  }
}

describe.each(Object.entries(madeUpTests))('%s', (_, { scale, better, result, tolerance }) => {
  const simulated = (persons: number, seed: number) =>
    simulateResults({ persons, seed, ages: [5, 18], resolution: 'quarters', scale, result });

  test('has curves close to the truth', () => {
    const curves = fitCurves(simulated(5000, 1), scale, better)!;
    for (let age = 5.5; age <= 17.5; age += 0.5) {
      normPercentiles.forEach((percent) => {
        const truth = result(age, (better === 'more' ? 1 : -1) * normalQuantile(percent / 100));
        expect(Math.abs(percentileAt(curves, age, percent)! - truth), `P${percent} at ${age}`).toBeLessThan(tolerance);
      });
    }
    normPercentiles.forEach((percent, at) => expect(Math.abs(curves.below[at]! - percent)).toBeLessThan(1.5));
    expectUsable(curves);
  });

  test('has usable curves for few and for many people', () => {
    for (const persons of [1000, 3000, 200_000]) expectUsable(fitCurves(simulated(persons, persons), scale, better)!);
  });
});

test('where a result stands undoes the percentile', () => {
  for (const { scale, better, result } of Object.values(madeUpTests)) {
    const groups = simulateResults({ persons: 3000, seed: 4, ages: [5, 18], resolution: 'years', scale, result });
    const curves = fitCurves(groups, scale, better)!;
    for (const percent of [1, 10, 50, 80, 99]) {
      const value = percentileAt(curves, 12.3, percent)!;
      const isFree = value > scale.from && value < scale.from + (scale.count - 1) * scale.width;
      if (isFree) expect(standingOf(curves, 12.3, value)!.percentile).toBeCloseTo(percent, 6);
    }
  }
});

test('whoever has the lowest possible result shares the middle of its percentiles', () => {
  const pushups = madeUpTests['push-ups, which half of the youngest cannot do']!;
  const groups = simulateResults({ ...pushups, persons: 5000, seed: 5, ages: [5, 18], resolution: 'quarters' });
  const curves = fitCurves(groups, pushups.scale, 'more')!;
  const ofSix = groups.filter(({ age }) => age > 6 && age < 7);
  const zeros = ofSix.reduce((sum, { values, counts }) => sum + (values[0] === 0 ? counts[0]! : 0), 0);
  const all = ofSix.reduce((sum, { counts }) => sum + counts.reduce((total, count) => total + count, 0), 0);
  expect(standingOf(curves, 6.5, 0)!.percentile).toBeCloseTo((50 * zeros) / all, -1);
  expect(percentilesAt(curves, 6.5)![0]).toBe(0);
  const contacts = fitCurves(groups, pushups.scale, 'less')!;
  expect(standingOf(contacts, 6.5, 0)!.percentile).toBeCloseTo(100 - (50 * zeros) / all, -1);
});

test('where less is better, percentiles and standing are those of performance', () => {
  const groups = jumpsOf(3000, 6);
  const [more, less] = [fitCurves(groups, jump, 'more')!, fitCurves(groups, jump, 'less')!];
  expect(percentileAt(less, 9.2, 97)).toBeCloseTo(percentileAt(more, 9.2, 3)!, 9);
  expect(standingOf(less, 9.2, 120)!.z).toBeCloseTo(-standingOf(more, 9.2, 120)!.z, 9);
  expect(less.below[6]).toBeCloseTo(100 - more.below[0]!, 9);
});

test('there is no curve below 50 people a year, and none beyond the ages of the results', () => {
  const groups = jumpsOf(3000, 7).filter(({ age }) => age < 9 || age >= 10);
  const curves = fitCurves(groups, jump, 'more')!;
  expect(curves.pieces.map(({ years }) => years)).toEqual([
    { start: 6, end: 8 },
    { start: 10, end: 12 },
  ]);
  const told = (age: number) => percentileAt(curves, age, 50) !== null && standingOf(curves, age, 120) !== null;
  expect([5.9, 6, 8.99, 9, 9.5, 10, 12.99, 13].map(told)).toEqual([false, true, true, false, false, true, true, false]);
  expect(percentilesAt(curves, 9.5)).toBeNull();
  expect(fitCurves(jumpsOf(200, 7), jump, 'more')).toBeNull();
  expect(fitCurves([], jump, 'more')).toBeNull();
});

test.each(['years', 'quarters'] as const)(
  'the median grows on within the first and the last year: %s',
  (resolution) => {
    const whole = jumpsOf(20_000, 12, resolution);
    for (const groups of [whole, whole.filter(({ age }) => age < 9 || age >= 10)]) {
      const curves = fitCurves(groups, jump, 'more')!;
      for (const age of [6.02, 6.2, 8.9, 10.02, 12.9, 12.98]) {
        expect(Math.abs(standingOf(curves, age, 100 + 9 * (age - 6))!.percentile - 50), `at ${age}`).toBeLessThan(4);
      }
    }
  },
);

test('one, two and three ages have curves', () => {
  const all = jumpsOf(3000, 8, 'years');
  for (const ages of [1, 2, 3]) {
    const curves = fitCurves(all.slice(0, ages), jump, 'more')!;
    expectUsable(curves, `${ages} ages`);
    for (const { age } of all.slice(0, ages)) {
      expect(Math.abs(percentileAt(curves, age, 50)! - (100 + 9 * (age - 6)))).toBeLessThan(4);
      expect(Math.abs(percentileAt(curves, age, 97)! - (100 + 9 * (age - 6) + 18 * 1.88))).toBeLessThan(6);
    }
    expect(curves.degreesOfFreedom.m).toBeLessThanOrEqual(ages + 0.01);
  }
});

test('growth within a completed year does not widen the curves', () => {
  const steep = (resolution: 'years' | 'quarters') =>
    fitCurves(
      simulateResults({
        persons: 40_000,
        seed: 9,
        ages: [6, 13],
        resolution,
        scale: jump,
        result: (age, z) => 100 + 20 * (age - 6) + 10 * z,
      }),
      jump,
      'more',
    )!;
  // Evenly spread ages of a year add a standard deviation of 5.8 cm to the 10 cm.
  for (const curves of [steep('years'), steep('quarters')]) {
    expect(Math.abs(percentileAt(curves, 9.5, 97)! - (170 + 18.8))).toBeLessThan(1.5);
  }
});

/** Growth so steep that one curve for all ages is far from nearly every result. */
const steepGrowth: [name: string, median: (age: number) => number, spread: number][] = [
  ['tenfold, by a quarter each year', (age) => 8 * Math.exp(0.25 * (age - 5)), 0.04],
  ['tenfold, by as much each year', (age) => 10 + 15 * (age - 5), 0.03],
];

test.each(steepGrowth)('curves follow growth %s', (name, median, spread) => {
  for (const persons of [2000, 100_000]) {
    const groups = simulateResults({
      ...{ persons, seed: 1, ages: [5, 18], resolution: 'quarters', scale: jump },
      result: (age, z) => median(age) * (1 + spread * z),
    });
    const curves = fitCurves(groups, jump, 'more')!;
    expectUsable(curves, name);
    normPercentiles.forEach((percent, at) => expect(Math.abs(curves.below[at]! - percent)).toBeLessThan(5));
    for (const age of [6.5, 8.5, 15.5, 17.5]) {
      expect(Math.abs(percentileAt(curves, age, 50)! / median(age) - 1), `${persons} at ${age}`).toBeLessThan(0.04);
    }
  }
});

test('the order of groups and empty ones do not matter', () => {
  const groups = jumpsOf(2000, 10);
  const empty: AgeGroup = { age: 7.5, values: Float64Array.of(100), counts: Float64Array.of(0) };
  expect(fitCurves([empty, ...groups].reverse(), jump, 'more')).toEqual(fitCurves(groups, jump, 'more'));
});

/** Results as no study has them. */
const oddGroups: Record<string, AgeGroup[]> = {
  'all the same': [6.5, 7.5, 8.5].map((age) => groupOf(age, [[120, 60]])),
  'all at the floor': [6.5, 7.5, 8.5].map((age) => groupOf(age, [[5, 80]])),
  'all at the ceiling': [6.5, 7.5].map((age) => groupOf(age, [[380, 80]])),
  'one result far out': [6.5, 7.5, 8.5].map((age) =>
    groupOf(age, [
      [100, 30],
      [101, 30],
      [380, 1],
    ]),
  ),
  'ten million people': jumpsOf(200_000, 11).map(({ age, values, counts }) => ({
    age,
    values,
    counts: counts.map((count) => 50 * count),
  })),
  'one of millions, others of fifty': [
    groupOf(6.5, [
      [100, 1e6],
      [110, 2e6],
      [120, 1e6],
    ]),
    groupOf(7.5, [
      [100, 25],
      [110, 25],
    ]),
    groupOf(80.5, [
      [60, 25],
      [90, 25],
    ]),
  ],
};

test.each(Object.entries(oddGroups))('curves are usable for %s', (name, groups) => {
  for (const better of ['more', 'less'] as const) expectUsable(fitCurves(groups, jump, better)!, name);
});

test('how many results are not as good, and how many are the same, follows the direction of the test', () => {
  const groups = jumpsOf(2000, 3);
  const [more, less] = (['more', 'less'] as const).map((better) => fitCurves(groups, jump, better)!);
  const [high, low] = [sharesAt(more!, 9.5, 150, jumpLimits)!, sharesAt(less!, 9.5, 150, jumpLimits)!];
  expect(high.worse + high.same / 2).toBeCloseTo(standingOf(more!, 9.5, 150)!.percentile, 2);
  expect(low.worse + low.same / 2).toBeCloseTo(standingOf(less!, 9.5, 150)!.percentile, 2);
  expect(high.worse + high.same + low.worse).toBeCloseTo(100, 6);
  expect(sharesAt(more!, 30, 150, jumpLimits)).toBeNull();
});

test('the same result is one that is measured as the same, however many steps a bin has', () => {
  const limits: ResultLimits = { usual: [400, 1900], possible: [1, 2500], decimals: 0, step: null };
  const scale = valueScaleOf(limits);
  expect(scale.width).toBe(5);
  const result = (_: number, z: number) => 995 + 148 * z;
  const groups = simulateResults({ persons: 5000, seed: 4, ages: [8, 10], resolution: 'years', scale, result });
  const curves = fitCurves(groups, scale, 'more')!;
  const shares = [991, 992, 993, 994, 995, 996].map((value) => sharesAt(curves, 8.5, value, limits)!);
  // A metre at the median, of a standard deviation of 148 m.
  for (const { same } of shares) expect(same).toBeCloseTo(0.27, 1);
  shares.slice(1).forEach(({ worse }, at) => expect(worse).toBeCloseTo(shares[at]!.worse + shares[at]!.same, 6));
});

test('nobody is worse than the lowest possible result, and somebody than the next one, though they share a bin', () => {
  const limits: ResultLimits = { usual: [0, 6], possible: [0, 6], decimals: 2, step: null };
  const scale = valueScaleOf(limits);
  expect(scale.width).toBe(0.02);
  const result = (_: number, z: number) => Math.max(0, 1 + 2 * z);
  const groups = simulateResults({ persons: 5000, seed: 5, ages: [8, 10], resolution: 'years', scale, result });
  const curves = fitCurves(groups, scale, 'more')!;
  const [lowest, next] = [0, 0.01].map((value) => sharesAt(curves, 8.5, value, limits)!);
  expect(lowest!.worse).toBe(0);
  expect(lowest!.same / 2).toBeCloseTo(standingOf(curves, 8.5, 0)!.percentile, 0);
  expect(next!.worse).toBeCloseTo(lowest!.same, 6);
});
