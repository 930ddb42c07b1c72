import { expect, test } from 'vitest';

import { bestTarget, findTargets } from './find-targets';

const targets = [
  { value: '', label: 'nicht zugeordnet', group: '' },
  { value: 'height|cm', label: 'Körpergröße (cm)', group: 'Körpermaße' },
  { value: 'handgrip|kg', label: 'Handkraft (kg)', group: 'Kraft' },
  { value: 'slj|cm', label: 'Standweitsprung (cm)', group: 'Kraft' },
  { value: 'age|a', label: 'Alter (Jahre)', group: 'Person' },
];
const found = (typed: string) => findTargets(targets, typed).map(({ value }) => value);

test('a target is found by any words of its name or its group, with umlauts written in either way', () => {
  expect(found('sprung')).toEqual(['slj|cm']);
  expect(found('GROESSE')).toEqual(['height|cm']);
  expect(found('größe cm')).toEqual(['height|cm']);
  expect(found('kraft')).toEqual(['handgrip|kg', 'slj|cm']);
  expect(found('nothing')).toEqual([]);
  expect(found(' ')).toHaveLength(targets.length);
});

test('a target that begins with what was typed is meant before others', () => {
  expect(bestTarget(findTargets(targets, 'a'), 'a')?.value).toBe('age|a');
  expect(bestTarget(findTargets(targets, 'cm'), 'cm')?.value).toBe('height|cm');
  expect(bestTarget([], 'x')).toBeUndefined();
});
