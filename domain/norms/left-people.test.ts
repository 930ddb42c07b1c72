import { expect, test } from 'vitest';

import type { NormSex } from './age-groups';
import { type Cell, peopleByCode } from './cells';
import { hideLeftPeople } from './left-people';

const cell = (sex: NormSex, age: number, persons: number): Cell => ({
  ...{ sex, age, year: null, country: null },
  ...peopleByCode(new Map([[1, persons]])),
});
const cells = [cell('f', 8, 60), cell('f', 9, 20), cell('m', 8, 30)];
const told = (people: Record<string, number>) =>
  hideLeftPeople(cells, new Map(Object.entries(people))).map((one) => [one.sex, one.age, one.persons]);
const all = [
  ['f', 8, 60],
  ['f', 9, 20],
  ['m', 8, 30],
];

test('all cells stay if nobody or enough people are in none', () => {
  expect(told({ f: 80, m: 30 })).toEqual(all);
  expect(told({ f: 85, m: 30 })).toEqual(all);
  expect(told({ f: 85, m: 35, d: 1 })).toEqual(all);
});

test('the smallest cell of a sex goes with a few people of this sex', () => {
  expect(told({ f: 83, m: 30 })).toEqual([all[0], all[2]]);
  expect(told({ f: 83, m: 32 })).toEqual([all[0]]);
});

test('the smallest cell of all goes with a few people of another sex', () => {
  expect(told({ f: 80, m: 30, '': 1 })).toEqual([all[0], all[2]]);
  expect(told({ f: 80, m: 30, '': 5 })).toEqual(all);
  // They are not alone.
  expect(told({ f: 80, m: 36, '': 1 })).toEqual(all);
});
