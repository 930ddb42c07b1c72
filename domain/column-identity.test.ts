import { expect, test } from 'vitest';

import { matchColumns, matchTables, movedColumns } from './column-identity';

const table = (name: string, columns: string, rowCount = 10) => ({ name, rowCount, columnNames: columns.split(' ') });

test('a column is recognised by its name, wherever it is', () => {
  expect(matchColumns(['id', 'sex', 'grip'], ['grip', 'new', 'id'])).toEqual(
    new Map([
      [0, 2],
      [2, 0],
    ]),
  );
});

test('case, spaces and punctuation are ignored, unless the match is ambiguous', () => {
  expect(matchColumns(['Grip (kg)'], ['grip_kg '])).toEqual(new Map([[0, 0]]));
  expect(matchColumns(['Grip', 'grip_'], ['GRIP'])).toEqual(new Map());
  expect(matchColumns(['Grip', 'grip'], ['grip', 'GRIP'])).toEqual(
    new Map([
      [0, 1],
      [1, 0],
    ]),
  );
  expect(matchColumns(['%'], ['#'])).toEqual(new Map());
});

test('names take precedence over contents', () => {
  const renamed = new Map([
    [0, 1],
    [1, 0],
  ]);
  expect(matchColumns(['left', 'right'], ['left', 'strong'], renamed)).toEqual(new Map([[0, 0]]));
  expect(matchColumns(['left', 'right'], ['left', 'strong'], new Map([[1, 1]]))).toEqual(
    new Map([
      [0, 0],
      [1, 1],
    ]),
  );
});

test('the only tables of both files match, whatever their names', () => {
  expect(matchTables([table('data', 'a b')], [table('Sheet1', 'x y')])).toEqual(new Map([[0, 0]]));
});

test('sheets are matched by name, and renamed ones by their columns', () => {
  const before = [table('Boys', 'id grip jump'), table('Girls', 'id grip jump'), table('School', 'school town')];
  expect(
    matchTables(before, [table('School', 'x'), table('boys ', 'y'), table('Women', 'id grip jump weight')]),
  ).toEqual(
    new Map([
      [0, 2],
      [1, 0],
      [2, 1],
    ]),
  );
  expect(matchTables(before, [table('Notes', 'author day'), table('Boys', 'id grip jump')])).toEqual(new Map([[1, 0]]));
});

test('renamed sheets with the same columns are matched by rows and index', () => {
  const before = [table('2019', 'id grip', 10), table('2020', 'id grip', 20)];
  const after = [table('second', 'id grip', 20), table('first', 'id grip', 10)];
  expect(matchTables(before, after)).toEqual(
    new Map([
      [0, 1],
      [1, 0],
    ]),
  );
});

test('columns that shift because of other columns have not moved', () => {
  const moved = (...pairs: [number, number][]) => movedColumns(new Map(pairs));
  expect(moved([1, 0], [2, 1], [3, 2])).toEqual([]);
  expect(moved([0, 2], [1, 0], [2, 1])).toEqual([0]);
  expect(moved([0, 1], [1, 2], [2, 0], [3, 3])).toEqual([2]);
  expect(moved()).toEqual([]);
});
