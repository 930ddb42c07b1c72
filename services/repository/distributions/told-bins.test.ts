import { expect, test } from 'vitest';

import { tellBins } from './told-bins';

/** What is told of one sex by bin, with five people at least. */
function tell(counts: Record<number, number>, persons: 'rows' | 'distinct' = 'rows') {
  const sex = Object.entries(counts).map(([bin, n]) => ({ bin: Number(bin), n, persons: n }));
  const { shown, told } = tellBins([sex], { least: 5, persons });
  return { shown, told: Object.fromEntries(told[0]!.map(({ bin, n }) => [bin, n])) };
}

test('bins at the ends with few people are counted together', () => {
  const { shown, told } = tell({ 0: 2, 1: 3, 2: 8, 3: 20, 4: 9, 6: 4, 9: 1 });
  expect(shown).toEqual({ first: 2, last: 4 });
  expect(told).toEqual({ [-1]: 5, 2: 8, 3: 20, 4: 9, [-2]: 5 });
});

test('few results beyond the usual range are counted together with those at its ends', () => {
  expect(tell({ [-1]: 2, 0: 3, 1: 9, 2: 20, 3: 9 }).told).toEqual({ [-1]: 5, 1: 9, 2: 20, 3: 9 });
});

test('a bin that is left out for a small one is not at an end, where it could be recognised', () => {
  const { shown, told } = tell({ 1: 6, 2: 20, 3: 30, 4: 2, 5: 25 });
  expect(shown).toEqual({ first: 2, last: 5 });
  expect(told).toEqual({ 2: 20, 3: 30, 5: 25 });
});

test('people who may be in several bins are not added up', () => {
  expect(tell({ 0: 3, 1: 3, 2: 9, 3: 20, 4: 9 }, 'distinct').told).toEqual({ [-1]: 15, 3: 20, 4: 9 });
});

test('without a bin of enough people none is shown', () => {
  expect(tell({ 1: 4, 2: 4, 3: 4 })).toEqual({ shown: { first: 0, last: -1 }, told: { [-2]: 12 } });
  expect(tell({})).toEqual({ shown: { first: 0, last: -1 }, told: {} });
});
