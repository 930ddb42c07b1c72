import { describe, expect, test } from 'vitest';

import { PoolQuerySchema } from './api/pool';
import { readEnds } from './choice-ranges';
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
  const read = (query: string) => readEnds(new URLSearchParams(query), 'age');
  expect(read('age-from=6&age-to=12')).toEqual({ range: { start: 6, end: 12 }, unread: [] });
  expect(read('age-from= 12 &age-to=6')).toEqual({ range: { start: 6, end: 12 }, unread: [] });
  expect(read('age-from=&age-to=9')).toEqual({ range: { start: 0, end: 9 }, unread: [] });
  expect(read('age-from=9')).toEqual({ range: { start: 9, end: 120 }, unread: [] });
  expect(read('age-from= &year-from=x')).toEqual({ range: null, unread: [] });
  expect(read('age-from=130&age-to=-3')).toEqual({
    range: null,
    unread: [
      { name: 'age-from', value: '130' },
      { name: 'age-to', value: '-3' },
    ],
  });
});
