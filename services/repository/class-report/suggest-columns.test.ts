import { expect, test } from 'vitest';

import { suggestClass } from './suggest-class';

/** Keys that are suggested for columns of a class of 25, by header. */
function suggested(headers: readonly string[], cellsOf: (child: number) => readonly string[]): Record<string, string> {
  const names = ['Name', 'Geschlecht', 'Alter', ...headers];
  const columns = names.map((name) => ({ name, info: null, dates: null }));
  const rows = Array.from({ length: 25 }, (_, i) => [`Kind ${i}`, i % 2 ? 'm' : 'w', '9', ...cellsOf(i)]);
  const found = suggestClass([{ name: '', firstRow: 2, columns, leftOut: [], rows }]).suggested;
  const own = found.filter(({ source }) => headers.includes(source));
  return Object.fromEntries(own.map(({ source, target }) => [source, target.key]));
}

test.each([
  ['LS', 'pushup40', 12],
  ['Liegestütze in 40 Sekunden', 'pushup40', 15],
  ['Push-ups', 'pushup40', 18],
  ['SU', 'situp40', 15],
])('%s is recognised although children are absent and many have 0', (header, key, zeros) => {
  const cellsOf = (child: number) => [child < 3 ? 'krank' : child < 3 + zeros ? '0' : String((child % 9) + 1)];
  expect(suggested([header], cellsOf)).toEqual({ [header]: key });
});

test('zeros stand for absent children where a result of 0 is impossible', () => {
  const cellsOf = (child: number) => [child < 3 ? 'krank' : child < 8 ? '0' : String(120 + child)];
  expect(suggested(['SW'], cellsOf)).toEqual({ SW: 'slj' });
});

test('columns of one test are its trials, and a result beside all of its trials stays one', () => {
  const jumps = (child: number) => [String(120 + child), String(130 - child), '150'];
  expect(suggested(['SW', 'SW 2. V'], jumps)).toEqual({ SW: 'slj.t1', 'SW 2. V': 'slj.t2' });
  expect(suggested(['SW', 'SW 2', 'SW 3'], jumps)).toEqual({ SW: 'slj.t1', 'SW 2': 'slj.t2', 'SW 3': 'slj.t3' });
  expect(suggested(['SW', 'Standweitsprung'], jumps)).toEqual({ SW: 'slj.t1', Standweitsprung: 'slj.t2' });
  expect(suggested(['SW', 'SW 1', 'SW 2'], jumps)).toEqual({ SW: 'slj', 'SW 1': 'slj.t1', 'SW 2': 'slj.t2' });
});
