import { expect, test } from 'vitest';

import { toldGroups } from './told-groups';

const told = (persons: number[], least: number, rest?: number) =>
  toldGroups(
    persons.map((people) => ({ persons: people })),
    least,
    rest,
  ).map((group) => group.persons);

test('where every group is large enough all are told', () => {
  expect(told([5, 9, 7], 5)).toEqual([5, 9, 7]);
  expect(told([5, 9, 7], 5, 0)).toEqual([5, 9, 7]);
  expect(told([], 5)).toEqual([]);
});

test('with a small group, or a small rest in no group, the smallest other one is left out', () => {
  expect(told([12, 9, 4, 7], 5)).toEqual([12, 9]);
  expect(told([12, 9, 7], 5, 4)).toEqual([12, 9]);
  expect(told([12, 7, 7, 1], 5)).toEqual([12, 7]);
  expect(told([4, 12], 5)).toEqual([]);
});

test('two small groups may be about the same people', () => {
  expect(told([12, 9, 4, 4], 5)).toEqual([12]);
});

test('a rest that is large enough hides a small group', () => {
  expect(told([12, 9, 4], 5, 5)).toEqual([12, 9]);
});

test('groups whose people are all known leave nothing to hide', () => {
  expect(told([12, 9, 0], 5)).toEqual([12, 9]);
});

test('one person is enough where everything is told', () => {
  expect(told([1, 2, 30], 1, 7)).toEqual([1, 2, 30]);
});
