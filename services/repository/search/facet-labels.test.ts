import { expect, test } from 'vitest';

import { facetNames } from '@domain/search/filters';

import { facetLabel } from './facet-labels';

test('a value of an address that nobody knows is its own name', () => {
  for (const name of facetNames) {
    for (const value of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
      expect(facetLabel(name, value, 'en').toLowerCase(), `${name} ${value}`).toContain(value.toLowerCase());
    }
  }
});

test('known values are named in the language', () => {
  expect(facetLabel('sex', 'f', 'de')).toBe('weiblich');
  expect(facetLabel('region', 'DE-76', 'en')).toBe('Germany, 76…');
  expect(facetLabel('age', '6-10', 'de')).toContain('6');
});
