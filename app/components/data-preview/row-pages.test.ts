import { expect, test } from 'vitest';

import { rowPage } from './row-pages';

test('the first page begins with the first data row, which is row 2', () => {
  expect(rowPage(13_393, null)).toEqual({
    first: 2,
    last: 51,
    end: 13_394,
    previous: null,
    next: 52,
    lastPage: 13_345,
  });
});

test('pages in the middle, near the beginning, and at the end', () => {
  expect(rowPage(13_393, '500')).toMatchObject({ first: 500, last: 549, previous: 450, next: 550 });
  expect(rowPage(13_393, '20')).toMatchObject({ first: 20, previous: 2 });
  expect(rowPage(13_393, '13345')).toMatchObject({ first: 13_345, last: 13_394, next: null, lastPage: null });
});

test('a small table has one page', () => {
  expect(rowPage(3, null)).toEqual({ first: 2, last: 4, end: 4, previous: null, next: null, lastPage: null });
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
  expect(rowPage(10, wanted).first).toBe(first);
});
