import { expect, test } from 'vitest';

import { applyTemplate, choicesOf, mappingOf, readChoices } from './mapping-form';

const columns = ['age', 'grip force', 'Height\n(cm)', 'remark'];

test('the nth source of a posted grid belongs to the nth target', () => {
  const choices = readChoices(
    [
      ['source', 'age'],
      ['target', 'age_y|a'],
      ['source', 'grip force'],
      ['target', ''],
      ['source', 'remark'],
      ['target', 'person_id|'],
    ],
    columns,
  );
  expect([...choices]).toEqual([
    ['age', 'age_y|a'],
    ['remark', 'person_id|'],
  ]);
});

test('a header with a line break is found again after the form turned it into CR LF', () => {
  const choices = readChoices(
    [
      ['source', 'Height\r\n(cm)'],
      ['target', 'height|cm'],
    ],
    columns,
  );
  expect(mappingOf(choices)).toEqual([{ source: 'Height\n(cm)', target: { key: 'height', unit: 'cm' } }]);
});

test('columns the table does not have, and sources without target, are left out', () => {
  const choices = readChoices(
    [
      ['source', 'shoe size'],
      ['target', 'height|cm'],
      ['source', 'age'],
    ],
    columns,
  );
  expect(choices.size).toBe(0);
});

test('a mapping survives the way through the form', () => {
  const mapping = [
    { source: 'age', target: { key: 'age_y', unit: 'a' } },
    { source: 'remark', target: { key: 'remark', unit: '' } },
  ];
  expect(mappingOf(choicesOf(mapping))).toEqual(mapping);
});

test('a template fills the columns it names, in other spelling too, and leaves the others', () => {
  const { choices, filled } = applyTemplate(
    new Map([
      ['remark', 'remark|'],
      ['age', 'age_m|mo'],
    ]),
    [
      { source: 'Age ', target: { key: 'age_y', unit: 'a' } },
      { source: 'grip force', target: { key: 'handgrip', unit: 'kg' } },
      { source: 'broad jump', target: { key: 'slj', unit: 'cm' } },
    ],
    columns,
  );
  expect(filled).toBe(2);
  expect(Object.fromEntries(choices)).toEqual({
    remark: 'remark|',
    age: 'age_y|a',
    'grip force': 'handgrip|kg',
  });
});
