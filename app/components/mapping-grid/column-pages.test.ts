import { expect, test } from 'vitest';

import { columnPages, pickPage } from './column-pages';

test('45 columns make three pages, named by their first and last letters', () => {
  const pages = columnPages(45);
  expect(pages.map(({ first, last }) => `${first}-${last}`)).toEqual(['A-T', 'U-AN', 'AO-AS']);
  expect(pages.at(-1)).toMatchObject({ start: 40, end: 45 });
});

test('a table without columns has one empty page', () => {
  expect(columnPages(0)).toEqual([{ number: 1, start: 0, end: 0, first: 'A', last: 'A' }]);
});

test.each([
  [null, 1],
  ['2', 2],
  ['99', 3],
  ['-4', 1],
  ['x', 1],
])('page %s of three is page %s', (wanted, number) => {
  expect(pickPage(columnPages(45), wanted).number).toBe(number);
});
