import { expect, test } from 'vitest';

import { formatMeasured, formatNearest, formatValue } from './norm-words';

test('percentiles have the decimals of their test, and only those of counts one more', () => {
  expect(formatValue(1041.8, { unit: 'm', decimals: 0 }, 'en')).toBe('1,042');
  expect(formatValue(4.44, { unit: 's', decimals: 1 }, 'de')).toBe('4,4');
  expect(formatValue(13.44, { unit: '', decimals: 0 }, 'de')).toBe('13,4');
});

test('counts that people have are whole, or halves where a test counts the mean of two trials', () => {
  expect(formatMeasured(13, { unit: '', decimals: 0 }, 'de')).toBe('13');
  expect(formatMeasured(28.5, { unit: '', decimals: 1 }, 'de')).toBe('28,5');
  expect(formatMeasured(120, { unit: 'cm', decimals: 1 }, 'de')).toBe('120,0');
});

test('beside a result, counts are whole and other values have their decimals', () => {
  expect(formatNearest(7, { unit: '', decimals: 0 }, 'de')).toBe('7');
  expect(formatNearest(3.4, { unit: '', decimals: 0 }, 'en')).toBe('3');
  expect(formatNearest(4.44, { unit: 's', decimals: 1 }, 'de')).toBe('4,4');
});
