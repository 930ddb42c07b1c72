import { expect, test } from 'vitest';

import { groupOf, simulateResults } from '../../tests/support/norms/simulate-results';
import { NormsSchema } from '../api/norms';
import { fitCurves } from './lms-curves';
import { normalQuantile } from './normal';
import { normsOfSex } from './norms-of-sex';
import { valueScaleOf } from './value-scale';

const jump = valueScaleOf({ usual: [40, 300], possible: [5, 380], decimals: 1, step: null });
const jumps = simulateResults({
  ...{ persons: 3000, seed: 1, ages: [6, 13], resolution: 'quarters', scale: jump },
  result: (age, z) => 100 + 9 * (age - 6) + 18 * z,
});
const few = [groupOf(14.125, [[150, 2]]), groupOf(14.5, [[160, 3]]), groupOf(15.5, [[170, 4]])];
const norms = normsOfSex([...few, ...jumps], jump, 'more', fitCurves([...few, ...jumps], jump, 'more'));

test('norms of a sex are what the API answers', () => {
  const group = { sex: 'f', label: 'girls and women', ...norms };
  expect(NormsSchema.shape.groups.element.parse(group)).toEqual(group);
});

test('quarters of a year are told together, and years with fewer than five people not at all', () => {
  expect(norms.ages.map(({ age }) => age)).toEqual([6, 7, 8, 9, 10, 11, 12, 14]);
  expect(norms.ages.reduce((sum, { persons }) => sum + persons, 0)).toBe(3005);
  expect(norms.ages.at(-1)).toEqual({ age: 14, persons: 5, empirical: Array(7).fill(null), smooth: null });
});

test('the curve of a year is that of its middle, close to the percentiles of its results', () => {
  const [piece] = norms.curves;
  for (const { age, empirical, smooth } of norms.ages.slice(0, -1)) {
    expect(smooth).toEqual(piece!.find((point) => point.age === age + 0.5)!.values);
    expect(Math.abs(empirical[3]!.value - smooth![3]!)).toBeLessThan(4);
  }
  expect(norms.fit!.persons).toBe(3000);
});

test('curves are drawn from the middle of the first year to the middle of the last', () => {
  expect(norms.curves.map((piece) => [piece[0]!.age, piece.at(-1)!.age])).toEqual([[6.5, 12.5]]);
  const gap = jumps.filter(({ age }) => Math.floor(age) !== 9);
  const broken = normsOfSex(gap, jump, 'more', fitCurves(gap, jump, 'more'));
  expect(broken.curves.map((piece) => [piece[0]!.age, piece.at(-1)!.age])).toEqual([
    [6.5, 8.5],
    [10.5, 12.5],
  ]);
  const single = jumps.filter(({ age }) => Math.floor(age) === 9);
  expect(normsOfSex(single, jump, 'more', fitCurves(single, jump, 'more')).curves).toMatchObject([[{ age: 9.5 }]]);
});

test('values are told as exactly as the bins allow', () => {
  for (const { values } of norms.curves[0]!) {
    for (const value of values) expect(value).toBe(Math.round(value * 1000) / 1000);
  }
});

test('without curves there are the percentiles of the results alone', () => {
  const { ages, curves, fit } = normsOfSex(few, jump, 'more', null);
  expect(ages).toHaveLength(1);
  expect([curves, fit]).toEqual([[], null]);
});

/** People of 8 years whose jumps are spread as a normal distribution says. */
const spread = (people: number) => [
  groupOf(
    8.5,
    Array.from({ length: people }, (_, at) => [130 + 18 * normalQuantile((at + 0.5) / people), 1] as const),
  ),
];

test('how well a curve fits is not told where fewer than five people lie beyond it', () => {
  const told = (people: number, better: 'more' | 'less') => {
    const groups = spread(people);
    const { fit } = normsOfSex(groups, jump, better, fitCurves(groups, jump, better));
    return fit!.below.map((share) => share !== null);
  };
  const middle = [false, true, true, true, true, true, false];
  expect(told(60, 'more')).toEqual(middle);
  expect(told(60, 'less')).toEqual(middle);
  expect(told(400, 'more')).toEqual(Array(7).fill(true));
});
