import { expect, test } from 'vitest';

import { formatNearest } from './norm-words';

test('beside a result, counts are whole and other values have their decimals', () => {
  expect(formatNearest(7, { unit: '', decimals: 0 }, 'de')).toBe('7');
  expect(formatNearest(3.4, { unit: '', decimals: 0 }, 'en')).toBe('3');
  expect(formatNearest(4.44, { unit: 's', decimals: 1 }, 'de')).toBe('4,4');
});
