import { expect, test } from 'vitest';

import { embargoDay, embargoEnd, isUnderEmbargo } from './embargo';
import { fieldIds } from './field-ids';

const until = (stored: string) => [{ id: fieldIds.embargo, name: '', values: [stored] }];

test.each([
  ['---2027-6-7', '2027-06-07', '2027-06-07'],
  ['---2027-6-', '2027-06-31', '2027-06-30'],
  ['2026-1-1-2027--', '2027-12-31', '2027-12-31'],
  ['---2028-2-', '2028-02-31', '2028-02-29'],
  ['2026-----', '', ''],
  ['soon', '', ''],
])('an embargo of %s ends on %s, which is shown as %s', (stored, end, day) => {
  expect(embargoEnd(until(stored))).toBe(end);
  expect(embargoDay(until(stored))).toBe(day);
});

test.each([
  ['---2027-6-30', '2027-06-29', '2027-06-30'],
  ['---2027-6-', '2027-06-29', '2027-06-30'],
  ['---2028-2-', '2028-02-28', '2028-02-29'],
  ['---2027--', '2027-12-30', '2027-12-31'],
])('with an embargo of %s the data is not public on %s but is on %s', (stored, waiting, open) => {
  const metadata = until(stored);
  expect([isUnderEmbargo(metadata, waiting), isUnderEmbargo(metadata, open)]).toEqual([true, false]);
});

test('without an embargo the data is public', () => {
  expect(isUnderEmbargo([], '1950-01-01')).toBe(false);
  expect([embargoEnd([]), embargoDay([])]).toEqual(['', '']);
});
