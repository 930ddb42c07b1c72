import { expect, test } from 'vitest';

import { fieldIds } from '../metadata/field-ids';
import { statusAfterVotes } from '../upload-status';
import {
  continueRefusal,
  isSmall,
  isUnchanged,
  newestVersion,
  type TableRowsChanged,
  type VersionDifference,
  votesNeeded,
} from './versions';

const table: TableRowsChanged = {
  name: 'adults',
  rowsBefore: 200,
  rowsAfter: 200,
  added: 0,
  removed: 0,
  changed: 0,
  cells: 800,
  columns: [],
  isCompared: true,
};
const difference = (
  rows: Partial<TableRowsChanged> = {},
  others: Partial<VersionDifference> = {},
): VersionDifference => ({
  rows: [{ ...table, ...rows }],
  tables: [],
  columns: [],
  mapping: [],
  documents: [],
  fields: [],
  ...others,
});
const documents: VersionDifference['documents'] = [{ name: 'codebook.pdf', change: 'replaced' }];
const cells = (count: number) => ({ changed: count, columns: [{ column: 'grip', cells: count }] });
const column = { table: 'adults', column: 'jump' };

test('what is neither in the data nor in the metadata is no reason for a version', () => {
  expect(isUnchanged(difference())).toBe(true);
  for (const changed of [
    difference({ added: 1 }),
    difference({ removed: 1 }),
    difference({ changed: 1 }),
    difference({}, { tables: [{ table: 'more', isAdded: true }] }),
    difference({}, { columns: [{ ...column, isAdded: true, isMapped: false }] }),
    difference({}, { mapping: [column] }),
    difference({}, { fields: [fieldIds.abstract] }),
  ]) {
    expect(isUnchanged(changed)).toBe(false);
  }
});

test('a version whose rows are too many to be compared is neither unchanged nor small', () => {
  expect([isUnchanged(difference({ isCompared: false })), isSmall(difference({ isCompared: false }))]).toEqual([
    false,
    false,
  ]);
});

test('a version is small up to one in a hundred rows and cells', () => {
  expect(isSmall(difference({ added: 2, removed: 2 }))).toBe(true);
  expect(isSmall(difference({ added: 3 }))).toBe(false);
  expect(isSmall(difference({ removed: 3 }))).toBe(false);
  expect(isSmall(difference(cells(8)))).toBe(true);
  expect(isSmall(difference(cells(9)))).toBe(false);
});

test('a version is not small if columns, tables, meanings, title, authors or licence differ', () => {
  expect(isSmall(difference({}, { columns: [{ ...column, isAdded: true, isMapped: false }] }))).toBe(true);
  expect(isSmall(difference({}, { columns: [{ ...column, isAdded: true, isMapped: true }] }))).toBe(false);
  expect(isSmall(difference({}, { columns: [{ ...column, isAdded: false, isMapped: false }] }))).toBe(false);
  expect(isSmall(difference({}, { tables: [{ table: 'more', isAdded: true }] }))).toBe(false);
  expect(isSmall(difference({}, { mapping: [column] }))).toBe(false);
  expect(isSmall(difference({}, { fields: [fieldIds.abstract] }))).toBe(true);
  for (const field of [fieldIds.title, fieldIds.author, fieldIds.licence]) {
    expect(isSmall(difference({}, { fields: [field] }))).toBe(false);
  }
});

test('one acceptance decides about a small version only where the setting says so', () => {
  expect(votesNeeded('one', difference(cells(1)))).toBe(1);
  expect(votesNeeded('two', difference(cells(1)))).toBe(2);
  expect(votesNeeded('one', difference(cells(100)))).toBe(2);
  // What is no new version, or was never compared.
  expect(votesNeeded('one', null)).toBe(2);
});

test('where one acceptance decides, a rejection does not', () => {
  const after = (first: 1 | 2 | null, second: 1 | 2 | null) => statusAfterVotes(first, second, 1);
  expect([after(1, null), after(null, 1)]).toEqual(['Accepted', 'Accepted']);
  expect([after(2, null), after(null, 2), after(null, null)]).toEqual(['Submitted', 'Submitted', 'Submitted']);
  expect([after(2, 1), after(1, 2), after(2, 2), after(1, 1)]).toEqual(['Pending', 'Pending', 'Rejected', 'Accepted']);
});

test('only an accepted data set that is not withdrawn is continued', () => {
  expect(continueRefusal({ status: 'Accepted', isWithdrawn: false })).toBeNull();
  expect(continueRefusal({ status: 'Accepted', isWithdrawn: true })).toBe('data-set-withdrawn');
  expect(continueRefusal({ status: 'Pending', isWithdrawn: false })).toBe('not-accepted');
});

test('the newest version is published and not withdrawn, as far as there is one', () => {
  const version = (number: number, isPublished: boolean, isWithdrawn = false) => ({
    version: number,
    isPublished,
    isWithdrawn,
  });
  const newest = (...versions: ReturnType<typeof version>[]) => newestVersion(versions)?.version;
  expect(newest(version(1, true), version(2, true))).toBe(2);
  expect(newest(version(2, true), version(1, true))).toBe(2);
  expect(newest(version(1, true), version(2, false))).toBe(1);
  expect(newest(version(1, true), version(2, true, true))).toBe(1);
  expect(newest(version(1, false), version(2, false))).toBe(2);
  expect(newest(version(1, true, true), version(2, true, true))).toBe(2);
  expect(newest()).toBeUndefined();
});

test('a replaced document is a reason for a version, and two experts look at it', () => {
  expect(isUnchanged(difference({}, { documents }))).toBe(false);
  expect(isSmall(difference({}, { documents }))).toBe(false);
  expect(isSmall(difference({}, { documents: [{ name: 'codebook.pdf', change: 'removed' }] }))).toBe(true);
});
