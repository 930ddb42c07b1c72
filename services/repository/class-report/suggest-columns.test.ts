import { setImmediate } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { Refusal } from '@domain/error-codes';
import { outageRefusal } from '@domain/outage';

import { withoutContents } from './scratch-store';
import { suggestClass } from './suggest-class';

const stays = new AbortController().signal;

/** Keys that are suggested for columns of a class, by header. */
async function suggested(
  headers: readonly string[],
  cellsOf: (child: number) => readonly string[],
  count = 25,
): Promise<Record<string, string>> {
  const names = ['Name', 'Geschlecht', 'Alter', ...headers];
  const columns = names.map((name) => ({ name, info: null, dates: null }));
  const rows = Array.from({ length: count }, (_, i) => [`Kind ${i}`, i % 2 ? 'm' : 'w', '9', ...cellsOf(i)]);
  const tables = [{ name: '', firstRow: 2, columns, leftOut: [], rows }];
  const found = (await suggestClass(tables, stays)).suggested;
  const own = found.filter(({ source }) => headers.includes(source));
  return Object.fromEntries(own.map(({ source, target }) => [source, target.key]));
}

test.each([
  ['LS', 'pushup40', 12],
  ['Liegestütze in 40 Sekunden', 'pushup40', 15],
  ['Push-ups', 'pushup40', 18],
  ['SU', 'situp40', 15],
])('%s is recognised although children are absent and many have 0', async (header, key, zeros) => {
  const cellsOf = (child: number) => [child < 3 ? 'krank' : child < 3 + zeros ? '0' : String((child % 9) + 1)];
  expect(await suggested([header], cellsOf)).toEqual({ [header]: key });
});

test('zeros stand for absent children where a result of 0 is impossible', async () => {
  const cellsOf = (child: number) => [child < 3 ? 'krank' : child < 8 ? '0' : String(120 + child)];
  expect(await suggested(['SW'], cellsOf)).toEqual({ SW: 'slj' });
});

test('columns of one test are its trials, and a result beside all of its trials stays one', async () => {
  const jumps = (child: number) => [String(120 + child), String(130 - child), '150'];
  expect(await suggested(['SW', 'SW 2. V'], jumps)).toEqual({ SW: 'slj.t1', 'SW 2. V': 'slj.t2' });
  expect(await suggested(['SW', 'SW 2', 'SW 3'], jumps)).toEqual({ SW: 'slj.t1', 'SW 2': 'slj.t2', 'SW 3': 'slj.t3' });
  expect(await suggested(['SW', 'Standweitsprung'], jumps)).toEqual({ SW: 'slj.t1', Standweitsprung: 'slj.t2' });
  expect(await suggested(['SW', 'SW 1', 'SW 2'], jumps)).toEqual({ SW: 'slj', 'SW 1': 'slj.t1', 'SW 2': 'slj.t2' });
});

test.each([
  [6, { SW: '1,32' }],
  [8, { 'SW (cm)': '12o' }],
  [8, { LS: '2.5' }],
  [18, { '20 m': '44' }],
])(
  'of %i children, one whose result fits no unit or is a typing error does not hide the column: %o',
  async (count, slip) => {
    const usual = { SW: '12', 'SW (cm)': '13', LS: '1', '20 m': '4,' };
    const [[header, wrong]] = Object.entries(slip) as [[keyof typeof usual, string]];
    const cellsOf = (child: number) => [child === 3 ? wrong : `${usual[header]}${child % 10}`];
    const key = { SW: 'slj', 'SW (cm)': 'slj', LS: 'pushup40', '20 m': 'dash20hand' }[header];
    expect(await suggested([header], cellsOf, count)).toEqual({ [header]: key });
  },
);

test('a column of which many cells do not fit is not recognised', async () => {
  const cellsOf = (child: number) => [child % 3 === 0 ? '1,32' : `13${child}`];
  expect(await suggested(['SW'], cellsOf, 8)).toEqual({});
});

test('a unit in the cells is read as one in the header', async () => {
  const headers = ['Standweitsprung', '20m Sprint', 'Coopertest'];
  const cellsOf = (child: number) => [`1,${20 + child} m`, child === 2 ? 'krank' : `4,${child % 10}s`, `1,${80 + child % 10} km`]; // prettier-ignore
  expect(await suggested(headers, cellsOf)).toEqual({ Standweitsprung: 'slj', '20m Sprint': 'dash20hand', Coopertest: 'cooper12' }); // prettier-ignore
});

test('of the lines of a heading that one counts which names the test, and of two days the first one', async () => {
  const jumps = (child: number) => [String(120 + child), String(130 - child)];
  expect(await suggested(['1. Tag / SW (cm)', '2. Tag / LS'], (child) => [`${120 + child}`, `${child % 9}`])).toEqual({
    '1. Tag / SW (cm)': 'slj',
    '2. Tag / LS': 'pushup40',
  });
  expect(await suggested(['SW 12.5.', 'SW 14.5.'], jumps)).toEqual({ 'SW 12.5.': 'slj' });
  expect(await suggested(['12.05.2026 / SW', '14.05.2026 / SW'], jumps)).toEqual({ '12.05.2026 / SW': 'slj' });
  expect(await suggested(['Standweitsprung / Tag 1', 'Standweitsprung / Tag 2'], jumps)).toEqual({
    'Standweitsprung / Tag 1': 'slj',
  });
});

test('the long jump of an athletics day has a run-up, and points are no result', async () => {
  const headers = ['50 m (s)', 'Weitsprung (m)', 'Schlagball (m)', 'Punkte'];
  const cellsOf = (child: number) => [`9,${child % 10}`, `2,${50 + child}`, `${15 + child}`, `${500 + 17 * child}`];
  expect(await suggested(headers, cellsOf)).toEqual({});
  expect(await suggested(['Weitsprung (m)'], (child) => [`1,${20 + child}`])).toEqual({ 'Weitsprung (m)': 'slj' });
});

/** Worksheets whose columns nothing names as they are, so that each is read in all ways. */
function sheets(count: number) {
  const columns = Array.from({ length: 20 }, (_, i) => ({ name: `${i}. Tag / SW ${i} / 12.5.`, info: null, dates: null })); // prettier-ignore
  const rows = Array.from({ length: 30 }, (_, i) => columns.map((_, at) => (i % 4 ? `${i * at} m` : 'krank')));
  return Array.from({ length: count }, (_, at) => ({ name: String(at), firstRow: 2, columns, leftOut: [], rows }));
}

test('others are served while the columns of a class are suggested', async () => {
  let turns = 0;
  let isOver = false;
  const others = (async () => {
    while (!isOver) {
      await setImmediate();
      turns += 1;
    }
  })();
  await suggestClass(sheets(3), stays);
  isOver = true;
  await others;
  // Once for each way to read each table, and more.
  expect(turns).toBeGreaterThan(60);
});

test('suggestions end in the middle when the time of a class is over, as an outage', async () => {
  const over = new AbortController();
  const work = suggestClass(sheets(3), over.signal);
  for (let turn = 0; turn < 10; turn += 1) await setImmediate();
  over.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  const error = await work.then(
    () => null,
    (reason: unknown) => withoutContents(reason),
  );
  expect(outageRefusal(error)).toEqual(new Refusal('unavailable'));
});

test('of a long table, some hundred rows from all of its parts are looked at', async () => {
  const looked = new Set<number>();
  const rows = Array.from({ length: 2000 }, (_, at) => new Proxy([String(100 + (at % 50))], { get: (cells, key) => (looked.add(at), Reflect.get(cells, key) as unknown) })); // prettier-ignore
  const table = { name: '', firstRow: 2, columns: [{ name: 'SW', info: null, dates: null }], leftOut: [], rows };
  expect((await suggestClass([table], stays)).suggested).toMatchObject([{ target: { key: 'slj' } }]);
  expect(looked.size).toBe(300);
  expect([Math.min(...looked), Math.max(...looked)]).toEqual([0, 1999]);
});
