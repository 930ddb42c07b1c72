import { expect, test } from 'vitest';

import { field } from '../../components/metadata-form/testing/form-field';
import { changeForm, readRemoved, readTidyForm } from './change-form';
import { parseMetadataForm, valuesAt } from './form-state';

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
  valuesAt(parseMetadataForm(fields, entries), fields, { field: 1, parent: null }).map(({ parts }) => parts[0]);

test('an author is restored with all nested values, even after other posts', () => {
  const removed = changeForm(fields, typed, 'remove', 'f1-0');
  expect(families(removed.entries)).toEqual(['Chu']);
  expect(removed.focus).toBe('f1-0');
  const added = changeForm(fields, removed.entries, 'add', '6');
  const undone = changeForm(fields, added.entries, 'undo', '');
  expect(undone.focus).toBe('f1-0');
  expect(parseMetadataForm(fields, undone.entries).get(1)).toEqual(parseMetadataForm(fields, typed).get(1));
  expect(undone.entries.filter(([name]) => name.startsWith('removed.'))).toEqual([]);
  expect(undone.entries).toContainEqual(['templateName', 'mine']);
});

test('a nested value is restored to the parent it was removed from', () => {
  const removed = changeForm(fields, typed, 'remove', 'f1_2-1-0');
  expect(readRemoved(fields, removed.entries)?.path).toEqual({ field: 1.2, parent: 1, index: 0 });
  const undone = changeForm(fields, removed.entries, 'undo', '');
  expect(parseMetadataForm(fields, undone.entries)).toEqual(parseMetadataForm(fields, typed));
});

test('empty values cannot be restored, and the last removed value is restored first', () => {
  const empty = changeForm(fields, typed, 'remove', 'f6-1');
  expect(readRemoved(fields, empty.entries)).toBeNull();
  const first = changeForm(fields, typed, 'remove', 'f1-0');
  const second = changeForm(fields, first.entries, 'remove', 'f6-0');
  expect(readRemoved(fields, second.entries)).toMatchObject({ path: { field: 6 }, value: { parts: ['grip'] } });
});

test('a removed value can still be restored after an empty value is removed', () => {
  const first = changeForm(fields, typed, 'remove', 'f1_2-1-0');
  const empty = changeForm(fields, first.entries, 'remove', 'f6-1');
  const undone = changeForm(fields, empty.entries, 'undo', '');
  expect(parseMetadataForm(fields, undone.entries).get(1)).toEqual(parseMetadataForm(fields, typed).get(1));
});

test('a value removed from an author is restored to the same one after an empty author before it is removed', () => {
  const before: [string, string][] = [
    ...['f1-0', 'f1-0', 'f1_1-0-0', 'f1_2-0-0'].map((name): [string, string] => [name, '']),
    ...typed
      .filter(([name]) => name.startsWith('f1'))
      .map(([name, text]): [string, string] => [
        name.replace(/^(f1(?:_\d)?)-(\d)/, (_, field: string, index: string) => `${field}-${Number(index) + 1}`),
        text,
      ]),
  ];
  const removed = changeForm(fields, before, 'remove', 'f1_2-2-0');
  const moved = changeForm(fields, removed.entries, 'remove', 'f1-0');
  expect(families(moved.entries)).toEqual(['Beck', 'Chu']);
  const undone = changeForm(fields, moved.entries, 'undo', '');
  expect(parseMetadataForm(fields, undone.entries).get(1)).toEqual(parseMetadataForm(fields, typed).get(1));
});

test('an author whose only value was removed is restored with it', () => {
  const lone: [string, string][] = [
    ['f1-0', 'Beck'],
    ['f1-0', 'Ada'],
    ['f1_2-1-0', 'KIT'],
    ['f1_2-1-1', ''],
  ];
  const removed = changeForm(fields, lone, 'remove', 'f1_2-1-0');
  const gone = changeForm(fields, removed.entries, 'remove', 'f1-1');
  expect(families(gone.entries)).toEqual(['Beck']);
  const undone = changeForm(fields, gone.entries, 'undo', '');
  const back = valuesAt(parseMetadataForm(fields, undone.entries), fields, { field: 1.2, parent: 1 });
  expect(back.map(({ parts }) => parts[0])).toEqual(['KIT']);
});

test('a removed value that no longer fits waits until there is room', () => {
  const words = Array.from({ length: 100 }, (_, index): [string, string] => [`f6-${index}`, `word ${index}`]);
  const removed = changeForm(fields, words, 'remove', 'f6-0');
  const full = changeForm(fields, removed.entries, 'add', '6');
  const undone = changeForm(fields, full.entries, 'undo', '');
  expect(parseMetadataForm(fields, undone.entries)).toEqual(parseMetadataForm(fields, full.entries));
  expect(readRemoved(fields, undone.entries)?.value.parts).toEqual(['word 0']);
});

test('empty values are dropped when a form is shown again, unless a removed value depends on their position', () => {
  const authors: [string, string][] = ['Beck', '', 'Chu'].flatMap((family, index): [string, string][] => [
    [`f1-${index}`, family],
    [`f1-${index}`, ''],
    [`f1_2-${index}-0`, family && 'KIT'],
  ]);
  const familiesOf = (entries: [string, string][]) =>
    readTidyForm(fields, entries)
      .get(1)
      ?.map(({ parts }) => parts[0]);
  expect(familiesOf(authors)).toEqual(['Beck', 'Chu']);
  const removed = changeForm(fields, authors, 'remove', 'f1_2-2-0').entries;
  expect(familiesOf(removed)).toEqual(['Beck', '', 'Chu']);
  expect(readRemoved(fields, removed)?.path.parent).toBe(2);
});

test.each([
  ['an invalid position', 'remove', 'title'],
  ['a missing position', 'remove', 'f6-77'],
  ['an unknown field', 'add', '99'],
  ['a single field', 'add', '1.1-0'],
  ['nothing removed', 'undo', ''],
  ['an invalid number', 'add', 'x-y'],
] as const)('a button for %s changes nothing', (_, verb, argument) => {
  const changed = changeForm(fields, typed, verb, argument);
  expect(parseMetadataForm(fields, changed.entries)).toEqual(parseMetadataForm(fields, typed));
});

test.each([
  ['an invalid position', 'removed.__proto__'],
  ['no name', 'removed.'],
  ['an unknown field', 'removed.f99-0'],
  ['a missing parent', 'removed.f1_2-500-0'],
])('crafted entries of a removed value do no harm: %s', (_, name) => {
  const undone = changeForm(fields, [...typed, [name, 'x']], 'undo', '');
  expect(families(undone.entries)).toEqual(['Beck', 'Chu']);
});

test('an author moves with all nested values and with what was removed from them', () => {
  const removed = changeForm(fields, typed, 'remove', 'f1_2-1-0');
  const up = changeForm(fields, removed.entries, 'up', 'f1-1');
  expect([families(up.entries), up.focus]).toEqual([['Chu', 'Beck'], 'f1-0']);
  expect(up.entries).toContainEqual(['f1_1-0-0', '0000-0001-5109-3700']);
  expect(up.entries).toContainEqual(['templateName', 'mine']);
  const undone = changeForm(fields, up.entries, 'undo', '');
  expect(undone.entries).toContainEqual(['f1_2-0-0', 'Uni Köln']);
  const back = changeForm(fields, undone.entries, 'down', 'f1-0');
  expect(parseMetadataForm(fields, back.entries)).toEqual(parseMetadataForm(fields, typed));
});

test('the first value stays first and the last one last', () => {
  expect(families(changeForm(fields, typed, 'up', 'f1-0').entries)).toEqual(['Beck', 'Chu']);
  expect(families(changeForm(fields, typed, 'down', 'f1-1').entries)).toEqual(['Beck', 'Chu']);
});
