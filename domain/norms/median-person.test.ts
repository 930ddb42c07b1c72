import { expect, test } from 'vitest';

import { groupOf, simulateResults } from '../../tests/support/norms/simulate-results';
import { fitCurves } from './lms-curves';
import { medianResult, standingOfMedianPerson } from './median-person';
import { normalShareBelow } from './normal';
import { valueScaleOf } from './value-scale';

const jump = valueScaleOf({ usual: [40, 300], possible: [5, 380], decimals: 1, step: null });
const jumps = (persons: number, seed: number, ages: readonly [number, number], better = 0) =>
  simulateResults({
    ...{ persons, seed, ages, resolution: 'quarters', scale: jump },
    result: (age, z) => 100 + 9 * (age - 6) + 18 * (z + better),
  });
const norms = jumps(20_000, 1, [6, 13]);
const curves = fitCurves(norms, jump, 'more')!;

test('the median person of the norms stands at 50, and so does that of older children alone', () => {
  expect(standingOfMedianPerson(norms, curves)).toBeCloseTo(50, 0);
  expect(Math.abs(standingOfMedianPerson(jumps(4000, 2, [11, 13]), curves)! - 50)).toBeLessThan(2);
});

test('a study half a standard deviation better stands at 69', () => {
  const study = jumps(4000, 3, [8, 11], 0.5);
  expect(Math.abs(standingOfMedianPerson(study, curves)! - 100 * normalShareBelow(0.5))).toBeLessThan(2);
  const less = fitCurves(norms, jump, 'less')!;
  expect(standingOfMedianPerson(study, less)).toBeCloseTo(100 - standingOfMedianPerson(study, curves)!, 6);
});

test('people of ages without a curve do not count, and fewer than ten are not told', () => {
  const study = [groupOf(20.5, [[200, 500]]), groupOf(8.5, [[122, 9]])];
  expect(standingOfMedianPerson(study, curves)).toBeNull();
  expect(standingOfMedianPerson([...study, groupOf(9.5, [[131, 1]])], curves)).not.toBeNull();
});

test('the median of results is told of ten people and more', () => {
  const nine = [groupOf(8.5, [[100, 4]]), groupOf(9.5, [[120, 5]])];
  expect(medianResult(nine, jump)).toBeNull();
  expect(Math.abs(medianResult([...nine, groupOf(9.75, [[120, 6]])], jump)! - 120)).toBeLessThan(0.5);
});
