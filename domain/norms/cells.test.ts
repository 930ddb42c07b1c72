import { expect, test } from 'vitest';

import { type Cell, joinSmallCells, personsIn, takeOverCells } from './cells';

/** People with results 1, 2 and so on. */
const cell = (persons: number, year: number | null, more: Partial<Cell> = {}): Cell => ({
  sex: 'f',
  age: 8,
  year,
  country: 'DE',
  counts: new Map(Array.from({ length: persons }, (_, at) => [at + 1, 1])),
  ...more,
});
const told = (cells: readonly Cell[]) => cells.map((one) => [one.year, one.country, personsIn(one)]);

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

test('a few people more or less leave the former cells, enough of them the new ones', () => {
  const [former, few, enough] = [[cell(20, 2018)], [cell(23, 2018)], [cell(25, 2018)]];
  expect(takeOverCells(former, few)).toEqual(former);
  expect(takeOverCells(former, enough)).toEqual(enough);
  expect(takeOverCells(former, [cell(17, 2018)])).toEqual(former);
  expect(takeOverCells(former, [])).toEqual([]);
});

test('people who changed places do not hide one who came', () => {
  // Seven people left a year and eight came into another: of all years together there is one more.
  const ofResult = (persons: number, year: number) => cell(0, year, { counts: new Map([[1, persons]]) });
  const former = [ofResult(20, 2018), ofResult(20, 2019)];
  expect(takeOverCells(former, [ofResult(13, 2018), ofResult(28, 2019)])).toEqual(former);
  const moved = [ofResult(13, 2018), ofResult(27, 2019)];
  expect(takeOverCells(former, moved)).toEqual(moved);
});

test('other ages are replaced on their own', () => {
  const former = [cell(20, 2018), cell(20, 2018, { age: 9 })];
  const made = [cell(21, 2018), cell(30, 2018, { age: 9 })];
  expect(takeOverCells(former, made)).toEqual([former[0], made[1]]);
});
