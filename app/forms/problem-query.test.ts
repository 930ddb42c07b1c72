import { expect, test } from 'vitest';

import { changedAddress, listQuery, readListQuery } from './problem-query';

const read = (query: string) => readListQuery(new URLSearchParams(query));

test('a query survives a round trip through the address', () => {
  const query = '?table=Data+1&column=G&severity=open&group=R03-6&offset=200&list=tall';
  expect(listQuery(read(query))).toBe(query);
  expect(listQuery(read('table=data'))).toBe('?table=data');
});

test.each(['offset=-100', 'offset=x', 'offset=1e99', 'severity=none', 'column=', 'list=small'])(
  '%s is ignored',
  (query) => {
    expect(read(query)).toEqual(read(''));
  },
);

test.each([
  ['?table=t&column=B&offset=50', 'column=B&severity=&list=tall', '?table=t&column=B&offset=50&list=tall'],
  ['?table=t&column=B&offset=50', 'column=C&severity=', '?table=t&column=C'],
  ['?table=t&column=B&group=R03-1&offset=50', '', '?table=t&column=B&group=R03-1&offset=50'],
])('the page %s with %s chosen in its form is %s', (query, chosen, changed) => {
  expect(changedAddress(`/check${query}`, [...new URLSearchParams(chosen)])).toBe(`/check${changed}`);
});
