import { expect, test } from 'vitest';

import { type Cell, countCodes, joinSmallCells, peopleByCode } from './cells';

/** People with results 1, 2 and so on. */
const cell = (persons: number, year: number | null, more: Partial<Cell> = {}): Cell => ({
  sex: 'f',
  age: 8,
  year,
  country: 'DE',
  ...peopleByCode(new Map(Array.from({ length: persons }, (_, at) => [at + 1, 1]))),
  ...more,
});
const told = (cells: readonly Cell[]) => cells.map((one) => [one.year, one.country, one.persons]);

test('codes of people are counted, each once and ascending', () => {
  const counted = countCodes(Uint32Array.of(7, 3, 7, 1200, 3, 7), new Uint32Array(6));
  expect(counted).toEqual(
    peopleByCode(
      new Map([
        [1200, 1],
        [7, 3],
        [3, 2],
      ]),
    ),
  );
  expect([counted.persons, ...counted.codes]).toEqual([6, 3, 7, 1200]);
  expect(countCodes(new Uint32Array(), new Uint32Array()).persons).toBe(0);
});

test('cells of five people stay as they are', () => {
  expect(told(joinSmallCells([cell(5, 2018), cell(6, 2019)]))).toEqual([
    [2018, 'DE', 5],
    [2019, 'DE', 6],
  ]);
});

test('smaller ones become one without year and country', () => {
  expect(told(joinSmallCells([cell(3, 2018), cell(4, 2019), cell(9, 2020)]))).toEqual([
    [null, null, 7],
    [2020, 'DE', 9],
  ]);
});

test('a single small one takes the smallest other one along', () => {
  expect(told(joinSmallCells([cell(1, 2018), cell(9, 2019), cell(6, 2020)]))).toEqual([
    [null, null, 7],
    [2019, 'DE', 9],
  ]);
});

test('fewer than five people of a sex and age are left out, however many others there are', () => {
  const others = cell(50, 2018, { age: 9 });
  expect(joinSmallCells([cell(2, 2018), cell(2, 2019), others])).toEqual([others]);
});

test('people without year and country join those who are too few', () => {
  const unknown = cell(20, null, { country: null });
  expect(told(joinSmallCells([cell(2, 2018), unknown, cell(8, 2019)]))).toEqual([
    [null, null, 22],
    [2019, 'DE', 8],
  ]);
});
