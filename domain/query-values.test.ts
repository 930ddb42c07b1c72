import { describe, expect, test } from 'vitest';

import { PoolQuerySchema } from './api/pool';
import { rangeBetween, wholeRanges } from './choice-ranges';
import { NormParametersSchema } from './norms/choice-query';

describe.each([
  ['norms', NormParametersSchema],
  ['pools', PoolQuerySchema],
])('addresses of %s', (_, schema) => {
  test('list each item once, in order', () => {
    const { 'data-sets': dataSets, countries } = schema.parse({ 'data-sets': '10,2,10,', countries: 'DE,AT,DE' });
    expect([dataSets, countries]).toEqual([
      [2, 10],
      ['AT', 'DE'],
    ]);
  });

  test.each([{ ages: '6-121' }, { ages: '8-6' }, { years: '1899' }, { years: '2000-2101' }, { countries: 'Austria' }])(
    'refuse $ages $years $countries',
    (query) => {
      expect(schema.safeParse({ 'data-sets': '1', ...query }).success).toBe(false);
    },
  );
});

test('two ends of a form are a range in either order, open where one is empty', () => {
  const { ages } = wholeRanges;
  expect(rangeBetween(['6', '12'], ages)).toEqual({ start: 6, end: 12 });
  expect(rangeBetween([' 12 ', '6'], ages)).toEqual({ start: 6, end: 12 });
  expect(rangeBetween(['', '9'], ages)).toEqual({ start: 0, end: 9 });
  expect(rangeBetween(['9', null], ages)).toEqual({ start: 9, end: 120 });
  expect(rangeBetween(['130', '6'], ages)).toEqual({ start: 6, end: 120 });
  expect(rangeBetween(['', 'x'], ages)).toBeNull();
});
