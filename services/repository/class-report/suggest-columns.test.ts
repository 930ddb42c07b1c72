import { expect, test } from 'vitest';

import { suggestClass } from './suggest-class';

/** Keys that are suggested for columns of a class, by header. */
function suggested(
  headers: readonly string[],
  cellsOf: (child: number) => readonly string[],
  count = 25,
): Record<string, string> {
  const names = ['Name', 'Geschlecht', 'Alter', ...headers];
  const columns = names.map((name) => ({ name, info: null, dates: null }));
  const rows = Array.from({ length: count }, (_, i) => [`Kind ${i}`, i % 2 ? 'm' : 'w', '9', ...cellsOf(i)]);
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

test.each([
  [6, { SW: '1,32' }],
  [8, { 'SW (cm)': '12o' }],
  [8, { LS: '2.5' }],
  [18, { '20 m': '44' }],
])('of %i children, one whose result fits no unit or is a typing error does not hide the column: %o', (count, slip) => {
  const usual = { SW: '12', 'SW (cm)': '13', LS: '1', '20 m': '4,' };
  const [[header, wrong]] = Object.entries(slip) as [[keyof typeof usual, string]];
  const cellsOf = (child: number) => [child === 3 ? wrong : `${usual[header]}${child % 10}`];
  const key = { SW: 'slj', 'SW (cm)': 'slj', LS: 'pushup40', '20 m': 'dash20hand' }[header];
  expect(suggested([header], cellsOf, count)).toEqual({ [header]: key });
});

test('a column of which many cells do not fit is not recognised', () => {
  const cellsOf = (child: number) => [child % 3 === 0 ? '1,32' : `13${child}`];
  expect(suggested(['SW'], cellsOf, 8)).toEqual({});
});

test('a unit in the cells is read as one in the header', () => {
  const headers = ['Standweitsprung', '20m Sprint', 'Coopertest'];
  const cellsOf = (child: number) => [`1,${20 + child} m`, child === 2 ? 'krank' : `4,${child % 10}s`, `1,${80 + child % 10} km`]; // prettier-ignore
  expect(suggested(headers, cellsOf)).toEqual({ Standweitsprung: 'slj', '20m Sprint': 'dash20hand', Coopertest: 'cooper12' }); // prettier-ignore
});

test('of the lines of a heading that one counts which names the test, and of two days the first one', () => {
  const jumps = (child: number) => [String(120 + child), String(130 - child)];
  expect(suggested(['1. Tag / SW (cm)', '2. Tag / LS'], (child) => [`${120 + child}`, `${child % 9}`])).toEqual({
    '1. Tag / SW (cm)': 'slj',
    '2. Tag / LS': 'pushup40',
  });
  expect(suggested(['SW 12.5.', 'SW 14.5.'], jumps)).toEqual({ 'SW 12.5.': 'slj' });
  expect(suggested(['12.05.2026 / SW', '14.05.2026 / SW'], jumps)).toEqual({ '12.05.2026 / SW': 'slj' });
  expect(suggested(['Standweitsprung / Tag 1', 'Standweitsprung / Tag 2'], jumps)).toEqual({
    'Standweitsprung / Tag 1': 'slj',
  });
});

test('the long jump of an athletics day has a run-up, and points are no result', () => {
  const headers = ['50 m (s)', 'Weitsprung (m)', 'Schlagball (m)', 'Punkte'];
  const cellsOf = (child: number) => [`9,${child % 10}`, `2,${50 + child}`, `${15 + child}`, `${500 + 17 * child}`];
  expect(suggested(headers, cellsOf)).toEqual({});
  expect(suggested(['Weitsprung (m)'], (child) => [`1,${20 + child}`])).toEqual({ 'Weitsprung (m)': 'slj' });
});
