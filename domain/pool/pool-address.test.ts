import { expect, test } from 'vitest';

import { poolChoiceOf, PoolQuerySchema } from '../api/pool';
import { readPoolAddress } from './pool-address';
import { maxPoolDataSets, noPoolChoice, writePoolChoice } from './pool-choice';

const read = (query: string) => readPoolAddress(new URLSearchParams(query));

const choice = {
  dataSets: [1, 4, 12],
  tests: ['run6min', 'slj'],
  ages: { start: 6, end: 17 },
  sexes: ['f', 'd'],
  years: { start: 2010, end: 2010 },
  countries: ['AT', 'DE'],
};

test('reads what programs write and what the form sends alike, in one order', () => {
  const form =
    'set=12&set=4&set=1&test=slj&test=run6min&age-from=17&age-to=6&sex=d&sex=f&year-from=2010&year-to=2010&country=DE&country=AT';
  expect(read(form)).toEqual({ choice, format: null, language: null, unread: [] });
  expect(
    read('data-sets=12,4,1&tests=slj,run6min&ages=6-17&sex=d,f&years=2010&countries=DE,AT&format=sav&lang=de'),
  ).toEqual({ choice, format: 'sav', language: 'de', unread: [] });
});

test('what it writes is what the API reads', () => {
  const query = Object.fromEntries(writePoolChoice(read('set=4&set=1&test=slj&age-to=8').choice));
  expect(query).toEqual({ 'data-sets': '1,4', tests: 'slj', ages: '0-8' });
  expect(poolChoiceOf(PoolQuerySchema.parse(query))).toEqual({
    ...noPoolChoice,
    dataSets: [1, 4],
    tests: ['slj'],
    ages: { start: 0, end: 8 },
  });
});

test.each([
  ['data-sets=1&countries=AT,Germany', 'countries=Germany'],
  ['country=AT&country=Germany', 'countries=Germany'],
  ['data-sets=1&format=exe', 'format=exe'],
  ['data-sets=1&lang=xx', 'lang=xx'],
  ['data-sets=1,0205', 'data-sets=0205'],
  ['set=1&set=x', 'data-sets=x'],
  ['tests=slj,jump', 'tests=jump'],
  ['sex=f,w', 'sex=w'],
  ['ages=x', 'ages=x'],
  ['ages=-', 'ages=-'],
  ['ages=17-6', 'ages=17-6'],
  ['ages=130-140', 'ages=130-140'],
  ['ages=6-8&ages=9-10', 'ages=6-8,9-10'],
  ['years=1000-1500', 'years=1000-1500'],
  ['years=1-2-3', 'years=1-2-3'],
  ['age-from=ten', 'age-from=ten'],
  ['age-from=130', 'age-from=130'],
  ['year-to=12345', 'year-to=12345'],
])('names what cannot be read of %s', (query, part) => {
  expect(read(query).unread.map(({ name, value }) => `${name}=${value}`)).toEqual([part]);
});

test('what can be read stays chosen', () => {
  expect(read('set=1&set=x&country=AT&country=Germany&age-from=130&age-to=9&sex=w').choice).toEqual({
    ...noPoolChoice,
    dataSets: [1],
    countries: ['AT'],
    ages: { start: 0, end: 9 },
  });
});

test.each([
  'shown=&seen=1.2&set=4&set=1&test=slj&age-from=&age-to=120&sex=f&country=DE&format=sav&lang=de',
  'data-sets=4,1&tests=slj,run6min&ages=6-17&years=2010&sex=d,f&countries=&other=x&__proto__=x&constructor=x',
])('reads all of %s', (query) => expect(read(query).unread).toEqual([]));

test('takes no more data sets than one table may be made of', () => {
  const many = Array.from({ length: maxPoolDataSets }, (_, i) => i + 1).join();
  expect(read(`data-sets=${many}`)).toMatchObject({ choice: { dataSets: { length: maxPoolDataSets } }, unread: [] });
  expect(read(`data-sets=${many},900`).unread).toHaveLength(1);
});
