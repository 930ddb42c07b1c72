import { expect, test } from 'vitest';

import { withTemplate } from './put-template';

const templates = [
  { name: 'a', entries: [1] },
  { name: 'b', entries: [2] },
];

test('a new name is added at the end', () => {
  expect(withTemplate(templates, { name: 'c', entries: [3] }).map(({ name }) => name)).toEqual(['a', 'b', 'c']);
});

test('the same name replaces in place', () => {
  expect(withTemplate(templates, { name: 'a', entries: [9] })).toEqual([{ name: 'a', entries: [9] }, templates[1]]);
});

test('empty content deletes', () => {
  expect(withTemplate(templates, { name: 'a', entries: [] })).toEqual([templates[1]]);
});
