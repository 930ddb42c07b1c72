import { expect, test } from 'vitest';

import { field } from '../../components/metadata-form/testing/form-field';
import { proposeMetadata, splitName } from './proposals';

const fields = [
  field(1, { style: 'Name', multi: true }),
  field(3, { style: 'Name' }),
  field(3.1, { nestedIn: 3 }),
  field(6, { multi: true }),
  field(9, { style: 'DateRangeYMD' }),
  field(13),
  field(14),
  field(16, { multi: true }),
];
const words = {
  age: ({ from, to }: { from: number; to: number }) => `${from}-${to} years`,
  sex: (codes: readonly string[]) => codes.join(' and '),
  test: (key: string) => `test ${key}`,
};
const facts = {
  persons: 120,
  begin: '2019-05-04',
  end: '2019-06-01',
  ages: { from: 6, to: 10 },
  sexes: ['m', 'f'],
  tests: ['slj'] as string[],
  batteries: ['KTK'] as string[],
};

test('account and data fill in author, contact, tests, dates, ages, sexes and persons', () => {
  const account = { name: 'Ada von Beck', email: 'ada@example.org' };
  const values = proposeMetadata(fields, { account, facts }, words).map(({ id, values }) => [id, ...values]);
  expect(values).toEqual([
    [1, 'von Beck||Ada'],
    [3, 'von Beck||Ada'],
    [3.1, 'ada@example.org'],
    [6, 'test slj'],
    [9, '2019-5-4-2019-6-1'],
    [13, '6-10 years m and f'],
    [14, '120'],
    [16, 'KTK'],
  ]);
});

test('what is not known is not proposed', () => {
  const unknown = { persons: null, begin: null, end: null, ages: null, sexes: [], tests: [], batteries: [] };
  expect(proposeMetadata(fields, { account: null, facts: unknown }, words)).toEqual([]);
  expect(proposeMetadata(fields, { account: null, facts: null }, words)).toEqual([]);
});

test.each([
  ['Ada Beck', 'Beck', 'Ada'],
  ['Beck, Ada', 'Beck', 'Ada'],
  ['Ludwig van der Rohe', 'van der Rohe', 'Ludwig'],
  ['Plato', 'Plato', ''],
])('the name %s has the family name %s', (name, family, given) => {
  expect(splitName(name)).toEqual({ family, given });
});
