import { expect, test } from 'vitest';

import { addMonths } from '../local-time';
import { ageBetween, ageIn, dayIn, numberIn, resultIn } from './entered-results';

test.each([
  ['125', 125],
  ['125,5', 125.5],
  [' 125.5 ', 125.5],
  ['−3,5', -3.5],
  [',5', 0.5],
  ['1.250,5', null],
  ['1e3', null],
  ['125 cm', null],
  ['', null],
])('%j is the number %j', (text, number) => {
  expect(numberIn(text)).toBe(number);
});

test.each([
  ['12:30', 's', 750],
  ['12:30', 'min', 12.5],
  ['0:05,5', 's', 5.5],
  ['12:30', 'cm', null],
  ['12:75', 's', null],
  ['7,35', 's', 7.35],
])('%j in %s is the result %j', (text, unit, result) => {
  expect(resultIn(text, unit)).toBe(result);
});

test('a whole age is the middle of its year, and any other one is exact', () => {
  expect(ageIn('10')).toBe(10.5);
  expect(ageIn('10,0')).toBe(10);
  expect(ageIn('10.4')).toBe(10.4);
  expect([ageIn('9;6'), ageIn('9; 03'), ageIn('9;12'), ageIn('9;')]).toEqual([9.5, 9.25, null, null]);
  // As in the cells of files.
  expect(['9 J. 6 M.', '9y6m', '9 Jahre und 6 Monate'].map(ageIn)).toEqual([9.5, 9.5, 9.5]);
  expect(ageIn('-1')).toBeNull();
  expect(ageIn('ten')).toBeNull();
});

test('a year of age is completed on the birthday, as everybody counts', () => {
  const birthdays = ['2004-03-01', '2007-06-15', '2012-02-29', '2019-12-31'].flatMap((born) =>
    Array.from({ length: 90 }, (_, at) => [dayIn(born)!, dayIn(addMonths(born, 12 * (at + 1)))!, at + 1] as const),
  );
  for (const [born, day, years] of birthdays) {
    expect(ageBetween(born, day)).toBe(years);
    expect(Math.floor(ageBetween(born, day - 86_400_000))).toBe(years - 1);
  }
});

test('ages between days are exact, and days that do not exist are none', () => {
  expect(ageBetween(dayIn('2014-03-01')!, dayIn('2024-08-31')!)).toBeCloseTo(10.5, 2);
  expect(dayIn('2023-02-30')).toBeNull();
  expect(dayIn('1.3.2014')).toBeNull();
});
