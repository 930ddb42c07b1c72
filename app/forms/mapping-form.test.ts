import { expect, test } from 'vitest';

import {
  applySuggestions,
  applyTemplate,
  choicesOf,
  joinMissingCodes,
  mappingOf,
  readChoices,
  readMissingCodes,
  readSuggested,
  replaceBySuggestions,
  sameMissingCodes,
  withChoices,
} from './mapping-form';

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

test('a header with a line break is recognised after the form turned it into CR LF', () => {
  const choices = readChoices(
    [
      ['source', 'Height\r\n(cm)'],
      ['target', 'height|cm'],
    ],
    columns,
  );
  expect(mappingOf(choices)).toEqual([{ source: 'Height\n(cm)', target: { key: 'height', unit: 'cm' } }]);
});

test('unknown columns, and sources without a target, are left out', () => {
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

test('a mapping survives a round trip through the form', () => {
  const mapping = [
    { source: 'age', target: { key: 'age_y', unit: 'a' } },
    { source: 'remark', target: { key: 'remark', unit: '' } },
  ];
  expect(mappingOf(choicesOf(mapping))).toEqual(mapping);
});

test('a template fills the columns it names, in any position and spelling, and leaves the others', () => {
  const applied = applyTemplate(
    new Map([
      ['remark', 'remark|'],
      ['age', 'age_m|mo'],
    ]),
    [
      { source: 'grip force', target: { key: 'handgrip', unit: 'kg' } },
      { source: 'broad jump', target: { key: 'slj', unit: 'cm' } },
      { source: 'Age ', target: { key: 'age_y', unit: 'a' } },
      { source: 'height (cm)', target: { key: 'height.mean', unit: 'cm' } },
    ],
    columns,
    new Set(['age_y|a', 'handgrip|kg', 'slj|cm']),
  );
  expect(Object.fromEntries(applied.choices)).toEqual({
    remark: 'remark|',
    age: 'age_y|a',
    'grip force': 'handgrip|kg',
  });
  expect(applied).toMatchObject({
    filled: ['grip force', 'age'],
    absent: ['broad jump'],
    unknown: ['height (cm)'],
    open: ['Height\n(cm)'],
  });
});

test('suggestions fill columns without a target, and use no target twice', () => {
  const suggestions = new Map([
    ['age', { value: 'age_y|a', reason: '' }],
    ['grip force', { value: 'handgrip|kg', reason: '' }],
    ['remark', { value: 'remark|', reason: '' }],
  ]);
  const typed = new Map([
    ['age', 'age_m|mo'],
    ['Height\n(cm)', 'handgrip|N'],
  ]);
  const { choices, filled, open } = applySuggestions(typed, suggestions, columns);
  expect(Object.fromEntries(choices)).toEqual({ age: 'age_m|mo', 'Height\n(cm)': 'handgrip|N', remark: 'remark|' });
  expect([...filled]).toEqual(['remark']);
  expect(open).toBe(2);
});

test('a form with other choices keeps everything else that was typed, and which choices were suggested', () => {
  const entries = [
    ['templateName', 'my files'],
    ['source', 'age'],
    ['target', 'age_m|mo'],
    ['suggested', 'age'],
  ] as const;
  const kept = withChoices(entries, new Map([['remark', 'remark|']]), new Set(['remark', 'Height\n(cm)']));
  expect(kept[0]).toEqual(['templateName', 'my files']);
  expect([...readChoices(kept, columns)]).toEqual([['remark', 'remark|']]);
  expect([...readSuggested(kept, columns)]).toEqual(['Height\n(cm)', 'remark']);
});

test('missing-value codes are equal with any separator; a form without the field leaves them unchanged', () => {
  expect(sameMissingCodes('−9, k.A.', joinMissingCodes(['-9', 'k.A.']))).toBe(true);
  expect(sameMissingCodes('-9', '')).toBe(false);
  expect(readMissingCodes([['source', 'x']])).toBeNull();
  expect(readMissingCodes([['missingCodes', '']])).toEqual({ typed: '', saved: null });
});

test('the mapping of a test battery replaces other targets and takes its own from other columns', () => {
  const battery = new Map([
    ['SW', { value: 'slj|cm', reason: '' }],
    ['Lauf', { value: 'run6min|m', reason: '' }],
  ]);
  const typed = new Map([
    ['SW', 'slj|m'],
    ['Sprung', 'slj.t1|cm'],
    ['Run', 'run6min|km'],
    ['ID', 'person_id|'],
  ]);
  const { choices, filled } = replaceBySuggestions(typed, battery);
  expect(Object.fromEntries(choices)).toEqual({
    SW: 'slj|cm',
    Lauf: 'run6min|m',
    Sprung: 'slj.t1|cm',
    ID: 'person_id|',
  });
  expect([...filled]).toEqual(['SW', 'Lauf']);
});

test('a template keeps suggestions for other columns, unless it gives their target itself', () => {
  const typed = new Map([
    ['Weite', 'slj|cm'],
    ['Alter', 'age_y|a'],
    ['Gewicht', 'mass|kg'],
  ]);
  const template = [
    { source: 'Sprung', target: { key: 'slj', unit: 'm' } },
    { source: 'Gewicht', target: { key: 'mass', unit: 'g' } },
  ];
  const columns = ['Weite', 'Alter', 'Gewicht', 'Sprung'];
  const targets = new Set(['slj|m', 'mass|g']);
  const { choices, open } = applyTemplate(typed, template, columns, targets, new Set(['Weite', 'Alter', 'Gewicht']));
  expect(Object.fromEntries(choices)).toEqual({ Alter: 'age_y|a', Gewicht: 'mass|g', Sprung: 'slj|m' });
  expect(open).toEqual(['Weite']);
});
