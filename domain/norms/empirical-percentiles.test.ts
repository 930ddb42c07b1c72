import { expect, test } from 'vitest';

import { createRandom } from '../../services/repository/help-files/made-up-people';
import { groupOf } from '../../tests/support/norms/simulate-results';
import { normPercentiles, type AgeGroup } from './age-groups';
import { empiricalPercentiles } from './empirical-percentiles';
import { normalQuantile } from './normal';
import { valueScaleOf, type ValueScale } from './value-scale';

const jump = valueScaleOf({ usual: [40, 300], possible: [5, 380], decimals: 0, step: null });
const pushups = valueScaleOf({ usual: [0, 35], possible: [0, 60], decimals: 0, step: 1 });

/** Jumps of so many people around 130 cm with a standard deviation of 20 cm. */
function jumps(persons: number): number[] {
  return Array.from({ length: persons }, (_, at) => Math.round(130 + 20 * normalQuantile((at + 0.5) / persons)));
}

const groupOfValues = (values: readonly number[]) => {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return groupOf(8.5, counts);
};

test('percentiles of many results are those of the population', () => {
  const found = empiricalPercentiles(groupOfValues(jumps(20_000)), jump, 'more');
  normPercentiles.forEach((percent, at) => {
    expect(found[at]!.value).toBeCloseTo(130 + 20 * normalQuantile(percent / 100), 0);
  });
});

test('where less is better, P97 is the shortest time', () => {
  const [more, less] = (['more', 'less'] as const).map((better) =>
    empiricalPercentiles(groupOfValues(jumps(1000)), jump, better),
  );
  expect(less!.map((percentile) => percentile!.value)).toEqual(more!.map((percentile) => percentile!.value).reverse());
});

test('a percentile beyond which fewer than five people lie is not told', () => {
  const told = (persons: number) =>
    empiricalPercentiles(groupOfValues(jumps(persons)), jump, 'more').map((percentile) => percentile !== null);
  expect(told(9)).toEqual(normPercentiles.map(() => false));
  expect(told(10)).toEqual(normPercentiles.map((percent) => percent === 50));
  expect(told(50)).toEqual([false, true, true, true, true, true, false]);
  expect(told(167)).toEqual(normPercentiles.map(() => true));
});

/** Percentile of a sample, its results evenly spread over a bin of 1. */
function percentileOf(sorted: readonly number[], share: number): number {
  const wanted = share * sorted.length;
  const value = sorted[Math.ceil(wanted) - 1]!;
  const before = sorted.indexOf(value);
  const same = sorted.lastIndexOf(value) - before + 1;
  return value - 0.5 + (wanted - before) / same;
}

test('the interval is that of a bootstrap with random numbers', () => {
  const { fraction } = createRandom(20);
  const values = jumps(400).sort((a, b) => a - b);
  const found = empiricalPercentiles(groupOfValues(values), jump, 'more');
  const drawn = Array.from({ length: 3000 }, () => {
    const resample = values.map(() => values[Math.floor(fraction() * values.length)]!).sort((a, b) => a - b);
    return [0.1, 0.25, 0.5, 0.75, 0.9].map((share) => percentileOf(resample, share));
  });
  [1, 2, 3, 4, 5].forEach((place, at) => {
    const ends = drawn.map((percentiles) => percentiles[at]!).sort((a, b) => a - b);
    // A resample has ties of its own, and 3,000 of them leave a little to chance.
    const width = found[place]!.high - found[place]!.low;
    expect(Math.abs(found[place]!.low - ends[75]!)).toBeLessThan(0.15 * width);
    expect(Math.abs(found[place]!.high - ends[2925]!)).toBeLessThan(0.15 * width);
  });
});

test('the interval covers the percentile of the population in about 95 of 100 samples', () => {
  const { fraction } = createRandom(3);
  let covered = 0;
  const samples = 600;
  for (let sample = 0; sample < samples; sample += 1) {
    const values = Array.from({ length: 60 }, () => Math.round(130 + 20 * normalQuantile(fraction() || 0.5)));
    for (const [place, percent] of [
      [1, 10],
      [3, 50],
    ] as const) {
      const { low, high } = empiricalPercentiles(groupOfValues(values), jump, 'more')[place]!;
      const truth = 130 + 20 * normalQuantile(percent / 100);
      if (low <= truth && truth <= high) covered += 1;
    }
  }
  expect(covered / samples / 2).toBeGreaterThan(0.92);
  expect(covered / samples / 2).toBeLessThan(0.98);
});

test('an interval does not tell what the outermost people reached', () => {
  const values = jumps(200);
  const farOut = [...values];
  // Four people at either end: within the interval of P3, but fewer than five.
  farOut.splice(0, 4, 60, 60, 60, 60);
  const ends = (sample: number[]) => empiricalPercentiles(groupOfValues(sample), jump, 'more')[0]!;
  const [near, far] = [ends(values), ends(farOut)];
  expect(far.low).toBeGreaterThan(80);
  expect(Math.abs(far.low - near.low)).toBeLessThan(4);
});

test('intervals hold their percentile, and nothing leaves the possible results', () => {
  const floor = groupOf(6.5, [
    [0, 300],
    [1, 20],
    [5, 40],
    [9, 20],
  ]);
  const found = empiricalPercentiles(floor, pushups, 'more');
  for (const percentile of found) {
    expect(percentile!.low).toBeGreaterThanOrEqual(0);
    expect(percentile!.low).toBeLessThanOrEqual(percentile!.value);
    expect(percentile!.high).toBeGreaterThanOrEqual(percentile!.value);
  }
  expect(found[0]!.value).toBe(0);
});

/** Each percentile with its interval; a dash where it is not told. */
const toldOf = (...[group, scale, better = 'more']: [AgeGroup, ValueScale, ('more' | 'less')?]) =>
  empiricalPercentiles(group, scale, better).map((one) => one && [one.value, one.low, one.high]);

test('percentiles of counts are results that people have', () => {
  // Boys of 6 years, of whom 141 of 148 do no push-up.
  const mostlyNone = groupOf(6.5, [
    [0, 141],
    [1, 3],
    [2, 2],
    [3, 2],
  ]);
  const none = [0, 0, 0];
  expect(toldOf(mostlyNone, pushups)).toEqual([null, none, none, none, none, none, null]);
  expect(toldOf(groupOf(6.5, [[7, 400]]), pushups, 'less')).toEqual(normPercentiles.map(() => [7, 7, 7]));
  const spread = groupOf(8.5, [
    [0, 70],
    [3, 40],
    [4, 50],
    [6, 40],
  ]);
  expect(toldOf(spread, pushups).map((one) => one![0])).toEqual([0, 0, 0, 3, 4, 6, 6]);
  expect(toldOf(spread, pushups, 'less').map((one) => one![0])).toEqual([6, 6, 4, 3, 0, 0, 0]);
  for (const ends of toldOf(spread, pushups)) expect(ends!.every(Number.isInteger)).toBe(true);
});

test('the mean of two counts is told as halves', () => {
  const sideways = valueScaleOf({ usual: [5, 60], possible: [0, 80], decimals: 1, step: 0.5 });
  const values = jumps(400).map((jumped) => Math.round(jumped / 2) / 2);
  for (const ends of toldOf(groupOfValues(values), sideways)) {
    for (const end of ends!) expect(Number.isInteger(2 * end)).toBe(true);
  }
});

test('the lowest and the highest possible measure are told as they are', () => {
  const seconds = valueScaleOf({ usual: [30, 360], possible: [0, 360], decimals: 0, step: null });
  const mostlyLongest = groupOf(30.5, [
    [200, 10],
    [250, 40],
    [300, 50],
    [360, 300],
  ]);
  const found = toldOf(mostlyLongest, seconds);
  expect(found.slice(3)).toEqual([360, 360, 360, 360].map((longest) => [longest, longest, longest]));
  expect(found[2]![0]).toBe(300.5);
});
