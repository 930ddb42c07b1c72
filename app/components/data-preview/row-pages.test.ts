import { expect, test } from 'vitest';

import { rowPage } from './row-pages';

const tableOf = (rowCount: number, firstRow = 2) => ({ rowCount, firstRow });

test('the first page begins with the first data row', () => {
  expect(rowPage(tableOf(13_393), null)).toEqual({
    first: 2,
    last: 51,
    end: 13_394,
    previous: null,
    next: 52,
    lastPage: 13_345,
  });
});

test('pages in the middle, near the beginning, and at the end', () => {
  expect(rowPage(tableOf(13_393), '500')).toMatchObject({ first: 500, last: 549, previous: 450, next: 550 });
  expect(rowPage(tableOf(13_393), '20')).toMatchObject({ first: 20, previous: 2 });
  expect(rowPage(tableOf(13_393), '13345')).toMatchObject({ first: 13_345, last: 13_394, next: null, lastPage: null });
});

test('rows are counted as in the file, whose data may begin further down', () => {
  expect(rowPage(tableOf(60, 5), null)).toMatchObject({ first: 5, last: 54, end: 64, next: 55, lastPage: 15 });
  expect(rowPage(tableOf(60, 5), '4').first).toBe(5);
});

test('a small table has one page', () => {
  expect(rowPage(tableOf(3), null)).toEqual({ first: 2, last: 4, end: 4, previous: null, next: null, lastPage: null });
});

test.each([
  ['0', 2],
  ['-7', 2],
  ['1', 2],
  ['x', 2],
  ['', 2],
  ['1e99', 11],
  ['5.9', 5],
  ['999', 11],
])('row %j leads to the nearest existing row', (wanted, first) => {
  expect(rowPage(tableOf(10), wanted).first).toBe(first);
});
