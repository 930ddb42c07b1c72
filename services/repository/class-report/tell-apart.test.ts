import { expect, test } from 'vitest';

import type { RowOfChild } from './read-child';
import { tellApart } from './tell-apart';

const anna: RowOfChild = {
  row: 0,
  identity: '',
  name: 'Anna',
  group: '',
  person: '',
  born: null,
  sex: 'f',
  exactAge: null,
  statedAge: 9,
  results: [],
  day: null,
  timePoint: null,
};

/** Which child each of some rows is, in the order of their first rows: '0 1 0' for two children. */
function children(isLong: boolean, ...rows: Partial<RowOfChild>[]): string {
  const told = tellApart(
    rows.map((row, at) => ({ ...anna, row: at + 2, ...row })),
    isLong,
  ).map(({ identity }) => identity);
  return told.map((identity) => told.indexOf(identity)).join(' ');
}

test('in a table with a row for each child, two rows of one name are two children, and of one ID are one', () => {
  expect(children(false, {}, {})).toBe('0 1');
  expect(children(false, { person: 'P1' }, { person: 'P1', statedAge: 10 })).toBe('0 0');
  // Girls and boys are often numbered apart.
  expect(children(false, { person: '1' }, { person: '1', name: 'Ben', sex: 'm' })).toBe('0 1');
});

test('in long format, rows of one name are two children if they differ in sex, birth or age', () => {
  expect(children(true, {}, {})).toBe('0 0');
  expect(children(true, {}, { sex: 'm' }, {}, { sex: 'm' })).toBe('0 1 0 1');
  expect(children(true, { statedAge: 9 }, { statedAge: 10 }, { statedAge: 9.5 })).toBe('0 1 0');
  expect(children(true, { born: '2016-05-01' }, { born: '2016-09-01' }, { born: '2016-05-01' })).toBe('0 1 0');
  expect(children(true, { group: '4a' }, { group: '4b' })).toBe('0 1');
});

test('in long format, a child is a year older on a later day, and an ID is always one child', () => {
  expect(children(true, { day: '2025-05-01', statedAge: 9 }, { day: '2026-05-01', statedAge: 10 })).toBe('0 0');
  expect(children(true, { timePoint: 'T1', statedAge: 9 }, { timePoint: 'T2', statedAge: 10 })).toBe('0 0');
  expect(children(true, { person: 'P1', statedAge: 9 }, { person: 'P1', statedAge: 10 })).toBe('0 0');
});

test('what only some rows of a name tell does not divide them', () => {
  expect(children(true, { sex: null }, {}, { statedAge: null })).toBe('0 0 0');
});

test('of two children of one name, rows that tell nothing belong to the child above them', () => {
  const silent = { sex: null, statedAge: null };
  expect(children(true, {}, silent, silent, { statedAge: 10 }, silent)).toBe('0 0 0 3 3');
  expect(children(true, { sex: 'm' }, silent, {}, silent, { sex: 'm', statedAge: null })).toBe('0 0 2 2 0');
  // The first row of a list may be the one that does not tell.
  expect(children(true, silent, {}, { statedAge: 10 })).toBe('0 0 2');
  expect(children(true, { sex: 'm' }, { statedAge: null }, { statedAge: 10 })).toBe('0 1 1');
});
