import { expect, test } from 'vitest';

import type { AgeGroup } from '@domain/norms/age-groups';
import { fitCurves } from '@domain/norms/lms-curves';

import { placePeople } from './place-people';

const scale = { from: 10, width: 1, count: 40 };
const ages = [8, 9];
const bins = Array.from({ length: 30 }, (_, at) => at + 5);
const groups = ages.map((age): AgeGroup => ({
  age: age + 0.5,
  values: Float64Array.from(bins, (bin) => scale.from + bin),
  counts: new Float64Array(bins.length).fill(10),
}));
const curves = fitCurves(groups, scale, 'more');
const part = (nr: number, codes: number[], at = ages) => ({
  nr,
  cells: at.map((age) => ({
    sex: 'f' as const,
    age,
    year: 2019,
    country: null,
    persons: codes.length,
    codes: Uint32Array.from(codes),
    counts: new Uint32Array(codes.length).fill(1),
  })),
});

test('data sets are placed one after the other, with a pause for others after each', async () => {
  let pauses = 0;
  const pause = async () => void (pauses += 1);
  const parts = [part(1, bins), part(2, bins.slice(0, 10)), part(3, bins.slice(20))];
  const { bySource } = await placePeople({ parts, scale }, { sex: 'f', curves, pause });
  expect(pauses).toBe(3);
  expect(bySource.get(1)).toMatchObject({ persons: 60, ages: { start: 8, end: 9 }, years: [8, 9] });
  expect(Math.abs(bySource.get(1)!.standing! - 50)).toBeLessThan(2);
  expect(bySource.get(2)!.standing).toBeLessThan(25);
  expect(bySource.get(3)!.standing).toBeGreaterThan(75);
});

test('it is told how many people a standing is of: those at ages with a curve', async () => {
  const parts = [part(1, bins, [8, 12]), part(2, bins, [12]), part(3, bins.slice(0, 6), [8])];
  const { bySource } = await placePeople({ parts, scale }, { sex: 'f', curves, pause: async () => {} });
  const told = [...bySource.values()].map(({ persons, placed, standing }) => [persons, placed, standing !== null]);
  expect(told).toEqual([
    [60, 30, true],
    [30, 0, false],
    [6, 0, false],
  ]);
});

test('the median of counts is a result that people have', async () => {
  const counted = { ...scale, isCounted: true };
  const parts = [part(1, [0, 0, 0, 0, 0, 0, 1, 2, 2]), part(2, [3, 3, 3, 7, 7])];
  const { bySource } = await placePeople({ parts, scale: counted }, { sex: 'f', curves: null, pause: async () => {} });
  expect([...bySource.values()].map(({ median }) => median)).toEqual([10, 13]);
});
