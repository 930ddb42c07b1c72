import { expect, test } from 'vitest';

import { changeForm } from './change-form';
import { readForm, valuesAt } from './form-state';
import { readRemoved } from './removed-value';
import { field } from './testing/form-field';

const fields = [
  field(1, { style: 'Name', multi: true }),
  field(1.1, { nestedIn: 1 }),
  field(1.2, { nestedIn: 1, multi: true }),
  field(6, { multi: true }),
];

const typed: [string, string][] = [
  ['templateName', 'mine'],
  ['f1-0', 'Beck'],
  ['f1-0', 'Ada'],
  ['f1_1-0-0', ''],
  ['f1_2-0-0', 'KIT'],
  ['f1-1', 'Chu'],
  ['f1-1', 'Li'],
  ['f1_1-1-0', '0000-0001-5109-3700'],
  ['f1_2-1-0', 'Uni Köln'],
  ['f1_2-1-1', 'DSHS'],
  ['f6-0', 'grip'],
  ['f6-1', ''],
];

const families = (entries: [string, string][]) =>
  valuesAt(readForm(fields, entries), fields, { field: 1, parent: null }).map(({ parts }) => parts[0]);

test('an author comes back with all that belongs to them, after other posts as well', () => {
  const removed = changeForm(fields, typed, 'remove', 'f1-0');
  expect(families(removed.entries)).toEqual(['Chu']);
  expect(removed.focus).toBe('f1-0');
  const added = changeForm(fields, removed.entries, 'add', '6');
  const undone = changeForm(fields, added.entries, 'undo', '');
  expect(undone.focus).toBe('f1-0');
  expect(readForm(fields, undone.entries).get(1)).toEqual(readForm(fields, typed).get(1));
  expect(undone.entries.filter(([name]) => name.startsWith('removed.'))).toEqual([]);
  expect(undone.entries).toContainEqual(['templateName', 'mine']);
});

test('a nested value comes back under the parent it was taken from', () => {
  const removed = changeForm(fields, typed, 'remove', 'f1_2-1-0');
  expect(readRemoved(fields, removed.entries)?.place).toEqual({ field: 1.2, parent: 1, index: 0 });
  const undone = changeForm(fields, removed.entries, 'undo', '');
  expect(readForm(fields, undone.entries)).toEqual(readForm(fields, typed));
});

test('what was empty needs no way back, and the last thing removed is the one that comes back', () => {
  const empty = changeForm(fields, typed, 'remove', 'f6-1');
  expect(readRemoved(fields, empty.entries)).toBeNull();
  const first = changeForm(fields, typed, 'remove', 'f1-0');
  const second = changeForm(fields, first.entries, 'remove', 'f6-0');
  expect(readRemoved(fields, second.entries)).toMatchObject({
    place: { field: 6 },
    value: { parts: ['grip'] },
  });
});

test.each([
  ['no place', 'remove', 'title'],
  ['a place that is not there', 'remove', 'f6-77'],
  ['a field that is not there', 'add', '99'],
  ['a single field', 'add', '1.1-0'],
  ['nothing removed', 'undo', ''],
  ['no number', 'add', 'x-y'],
] as const)('a button for %s changes nothing', (_, verb, argument) => {
  const changed = changeForm(fields, typed, verb, argument);
  expect(readForm(fields, changed.entries)).toEqual(readForm(fields, typed));
});

test.each([
  ['no place', 'removed.__proto__'],
  ['no name', 'removed.'],
  ['an unknown field', 'removed.f99-0'],
  ['a parent that is not there', 'removed.f1_2-500-0'],
])('crafted entries of something removed do no harm: %s', (_, name) => {
  const undone = changeForm(fields, [...typed, [name, 'x']], 'undo', '');
  expect(families(undone.entries)).toEqual(['Beck', 'Chu']);
});
