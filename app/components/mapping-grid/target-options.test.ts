import { expect, test } from 'vitest';

import { targetLabel } from '@domain/api/mapping';

import { targetGroups } from './target-options';

const target = (key: string, group: string, rare = false) => ({
  key,
  value: `Label ${key}`,
  unit: 'cm',
  unitText: 'cm',
  group,
  rare,
});
const targets = [
  target('height', 'Body'),
  target('slj', 'Tests'),
  target('slj.t1', 'Tests', true),
  target('waist', 'Body'),
];
const values = (shown: { all: boolean; chosen: Set<string> }) =>
  targetGroups(targets, shown).map(({ label, options }) => [label, options.map(({ value }) => value)]);

test('options are grouped in the order of the vocabulary, without the rare ones', () => {
  expect(values({ all: false, chosen: new Set() })).toEqual([
    ['Body', ['height|cm', 'waist|cm']],
    ['Tests', ['slj|cm']],
  ]);
});

test('a rare target is listed if a column has it or if all are requested', () => {
  expect(values({ all: false, chosen: new Set(['slj.t1|cm']) })[1]).toEqual(['Tests', ['slj|cm', 'slj.t1|cm']]);
  expect(values({ all: true, chosen: new Set() })[1]).toEqual(['Tests', ['slj|cm', 'slj.t1|cm']]);
});

test('an option names its unit, if it has one', () => {
  const bare = { ...target('slj', 'Tests'), unitText: '' };
  const options = targetGroups([bare, target('waist', 'Tests')], { all: true, chosen: new Set() });
  expect(options[0]?.options.map(({ label }) => label)).toEqual(['Label slj', 'Label waist (cm)']);
});

test('a label that names its unit does not name it twice', () => {
  const age = { key: 'age_y', value: 'age (years)', unit: 'a', unitText: 'years', group: 'Person', rare: false };
  expect(targetLabel(age)).toBe('age (years)');
  expect(targetLabel({ ...age, value: 'height', unitText: 'cm' })).toBe('height (cm)');
});
