import { expect, test } from 'vitest';

import { poolChoiceOf, PoolQuerySchema } from '../api/pool';
import { maxPoolDataSets, readPoolChoice, unreadPart, writePoolChoice } from './pool-choice';

const read = (query: string) => readPoolChoice(new URLSearchParams(query));

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
    'set=12&set=4&set=1&test=slj&test=run6min&age-from=6&age-to=17&sex=d&sex=f&year-from=2010&year-to=2010&country=DE&country=AT';
  expect(read(form)).toEqual(choice);
  expect(read('data-sets=12,4,1&tests=slj,run6min&ages=17-6&sex=d,f&years=2010&countries=DE,AT')).toEqual(choice);
});

test('what it writes is what the API reads', () => {
  const query = Object.fromEntries(writePoolChoice(read('set=4&set=1&test=slj&age-to=8')));
  expect(query).toEqual({ 'data-sets': '1,4', tests: 'slj', ages: '0-8' });
  expect(poolChoiceOf(PoolQuerySchema.parse(query))).toEqual({
    dataSets: [1, 4], tests: ['slj'], ages: { start: 0, end: 8 }, sexes: [], years: null, countries: [],
  }); // prettier-ignore
});

test.each(['ages=x', 'age-from=&age-to=', 'ages=-', 'ages=12345', 'tests=jump', 'sex=w', 'countries=Germany', 'set=0'])(
  'ignores %s',
  (query) => expect(writePoolChoice(read(query))).toEqual([]),
);

test.each([
  'data-sets=1&countries=AT,Germany',
  'data-sets=1&format=exe',
  'data-sets=1&lang=xx',
  'data-sets=1,0205',
  'set=1&set=x',
  'tests=slj,jump',
  'sex=f,w',
  'ages=x',
  'ages=-',
  'years=1-2-3',
  'age-from=ten',
  'year-to=12345',
])('names what it ignores of %s', (query) => {
  const last = query.split('&').at(-1)!;
  const [name, values] = last.split('=');
  expect(unreadPart(new URLSearchParams(query))).toBe(`${name}=${values!.split(',').at(-1)}`);
});

test('ignores nothing of what programs write and what the form sends', () => {
  const many = Array.from({ length: maxPoolDataSets }, (_, i) => i + 1).join();
  for (const query of [
    'shown=&seen=1.2&set=4&set=1&test=slj&age-from=&age-to=999&sex=f&country=DE&format=sav&lang=de',
    'data-sets=4,1&tests=slj,run6min&ages=17-6&years=2010&sex=d,f&countries=&other=x&__proto__=x&constructor=x',
    `data-sets=${many}`,
  ])
    expect(unreadPart(new URLSearchParams(query)), query).toBeNull();
  expect(unreadPart(new URLSearchParams(`data-sets=${many},900`))).toBe('data-sets=900');
});

test('keeps a range within its limits, and the list of data sets within its length', () => {
  expect(read('age-from=5&age-to=999').ages).toEqual({ start: 5, end: 120 });
  expect(read('year-to=2015').years).toEqual({ start: 1900, end: 2015 });
  const many = Array.from({ length: maxPoolDataSets + 5 }, (_, i) => i + 1).join();
  expect(read(`data-sets=${many}`).dataSets).toHaveLength(maxPoolDataSets);
});
