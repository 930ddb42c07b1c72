import { expect, test } from 'vitest';

import { listQuery, readListPlace } from './list-place';

const read = (query: string) => readListPlace(new URLSearchParams(query));

test('a place comes back from its address', () => {
  const query = '?table=Data+1&column=G&severity=open&group=R03-6&offset=200&list=tall';
  expect(listQuery(read(query))).toBe(query);
  expect(listQuery(read('table=data'))).toBe('?table=data');
});

test.each(['offset=-100', 'offset=x', 'offset=1e99', 'severity=none', 'column=', 'list=small'])(
  '%s is left aside',
  (query) => {
    expect(read(query)).toEqual(read(''));
  },
);
