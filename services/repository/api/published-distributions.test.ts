import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { type PublishedDistributions, PublishedDistributionsSchema } from '@domain/api/published-distributions';

import { Outage } from '@domain/outage';

import { publishForTest, type TestDataSet } from '../../../tests/support/published-data-sets';
import { ask } from '../../../tests/support/ready-uploads';
import { createTestApi, type TestApi } from '../../../tests/support/test-api';
import { TableEngineError } from '../context/table-engine';
import { readTests } from '../distributions/keep-tests';
import { listPublishedTables } from '../store/published-data-sets';
import { publishedTables } from '../store/schema';
import { describeDistributions } from '../usecases/publication/describe-distributions';

let api: TestApi;
let lastNr = 0;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(async () => {
  expect(api.serverErrors).toEqual([]);
  await api.close();
});

type Row = Record<string, number | string | null | undefined>;

/** Publishes tables of rows; returns the number of the data set. */
async function publish(kind: 'raw' | 'agg', tables: Row[][], rights = ['CC-BY 4.0']): Promise<number> {
  const nr = (lastNr += 1);
  const literal = (value: Row[string]) => (typeof value === 'string' ? `'${value}'` : String(value));
  const published = tables.map((rows, index): NonNullable<TestDataSet['tables']>[number] => {
    const keys = Object.keys(rows[0]!);
    const values = rows.map((row) => `(${keys.map((key) => literal(row[key]!)).join(', ')})`);
    return {
      name: `table ${index}`,
      select: `select * from (values ${values.join(', ')}) as t (${keys.map((key) => `"${key}"`).join(', ')})`,
      columns: keys.map((key) => ({ key, unit: '', source: key })),
    };
  });
  await publishForTest(api.repository, { nr, title: `Set ${nr}`, kind, rights, tables: published });
  return nr;
}

async function read(nr: number, language = 'en'): Promise<PublishedDistributions> {
  for (;;) {
    const response = await ask(api, null, `/api/search/data/${nr}/distributions`, { language });
    expect(response.status).toBe(200);
    const distributions = PublishedDistributionsSchema.parse(await response.json());
    // A busy machine counts for longer than a request waits.
    if (distributions.without !== 'not-ready') return distributions;
  }
}

/** Sixty children of 8 to 10 years: the girls jump 101 to 130 cm, the boys 111 to 140 cm. */
const children: Row[] = Array.from({ length: 60 }, (_, i) => ({
  person_id: i + 1,
  sex: i < 30 ? 'f' : 'm',
  age_y: 8 + (i % 3) + 0.5,
  test_date: i % 2 === 0 ? '2018-05' : '2019-06',
  slj: i < 30 ? 101 + i : 111 + (i - 30),
  situp40: i === 0 ? null : 20 + (i % 4),
}));

/** Quantile as most statistics programs compute it (R type 7). */
function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(at)]!, sorted[Math.ceil(at)]!];
  return Number((low + (high - low) * (at % 1)).toFixed(2));
}
const jumpsOf = (rows: Row[], sex: string, age?: number) =>
  rows
    .filter((row) => row.sex === sex && (age === undefined || Math.floor(Number(row.age_y)) === age))
    .map(({ slj }) => Number(slj));
const quartilesOf = (values: number[]) => [0.25, 0.5, 0.75].map((share) => quantile(values, share));

test('each test has its numbers, and quartiles by sex and age, in the order of the vocabulary', async () => {
  const { without, leastPersons, tests, sexLabels } = await read(await publish('raw', [children]));
  expect({ without, leastPersons }).toEqual({ without: null, leastPersons: 1 });
  expect(sexLabels).toMatchObject({ f: 'female', m: 'male' });
  expect(tests.map(({ key, results }) => [key, results])).toEqual([
    ['situp40', 59],
    ['slj', 60],
  ]);
  const jump = tests[1]!;
  expect(jump).toMatchObject({ label: 'Standing long jump', unit: 'cm', ages: { start: 8, end: 10 } });
  expect(jump).toMatchObject({ sexes: ['f', 'm'], years: [2018, 2019] });
  for (const group of jump.histogram!.groups) {
    const own = jumpsOf(children, group.sex!);
    expect(group.quartiles.map((value) => value.toFixed(2))).toEqual(quartilesOf(own).map((value) => value.toFixed(2)));
    const { from, binWidth } = jump.histogram!;
    const inBin = (bin: number) => own.filter((value) => Math.floor((value - from) / binWidth) === bin).length;
    expect(group.bins).toEqual(group.bins.map((_, bin) => inBin(bin)));
    expect(group.bins.reduce((sum, count) => sum + count)).toBe(30);
  }
  expect(jump.curves!.ages.map(({ start }) => start)).toEqual([8, 9, 10]);
  for (const { sex, results, lines } of jump.curves!.groups) {
    expect(results).toEqual([10, 10, 10]);
    jump.curves!.ages.forEach(({ start }, at) => {
      expect(lines.map(({ values }) => values[at])).toEqual(quartilesOf(jumpsOf(children, sex!, start)));
    });
  }
});

test('words are in the language of the reader, and the second reading is the kept one', async () => {
  const nr = await publish('raw', [children]);
  const first = await read(nr);
  const again = await read(nr, 'de');
  expect(again.tests[1]).toEqual({ ...first.tests[1], label: 'Standweitsprung' });
  expect(again.sexLabels.f).toBe('weiblich');
});

test('long format, several tables and single trials are counted like columns of their own', async () => {
  const long = children.map(({ person_id, sex, age_y, slj }) => ({
    person_id,
    sex,
    age_y,
    test_name: 'slj',
    test_value: slj!,
  }));
  const trials = children.map((row) => ({ sex: row.sex!, 'handgrip.t1': 20, 'handgrip.t2': 21, 'slj.t1': row.slj! }));
  const [wide] = (await read(await publish('raw', [children]))).tests.filter(({ key }) => key === 'slj');
  const { tests } = await read(await publish('raw', [long, trials]));
  expect(tests.map(({ key, results }) => [key, results])).toEqual([
    ['slj', 60],
    ['handgrip.t1', 60],
    ['handgrip.t2', 60],
  ]);
  expect(tests[0]).toEqual({ ...wide, years: [] });
});

test('without a column for sex there is one group, and without ages there are no curves', async () => {
  const { tests } = await read(await publish('raw', [children.map(({ slj }) => ({ slj: slj! }))]));
  expect(tests).toMatchObject([
    { sexes: [], ages: null, curves: null, histogram: { groups: [{ sex: null, results: 60 }] } },
  ]);
});

test('of a Scientific Use File nothing is told that is about fewer than five people', async () => {
  const few: Row[] = [
    ...[0, 100, 200].flatMap((more) => children.map((row) => ({ ...row, person_id: Number(row.person_id) + more }))),
    // One boy of seventeen with ten results, and three people of another sex.
    ...Array.from({ length: 10 }, () => ({
      ...children[40]!,
      person_id: 90,
      age_y: 17,
      slj: 250,
      test_date: '1999-01',
    })),
    ...[91, 92, 93].map((id) => ({ ...children[0]!, person_id: id, sex: 'd', slj: 60 })),
  ];
  const open = (await read(await publish('raw', [few]))).tests[1]!;
  expect(open).toMatchObject({ ages: { end: 17 }, sexes: ['f', 'm', 'd'], years: [1999, 2018, 2019] });
  const { leastPersons, tests } = await read(await publish('raw', [few], ['SUFL 1.0']));
  expect(leastPersons).toBe(5);
  const jump = tests[1]!;
  expect(jump).toMatchObject({ results: 193, ages: { start: 8, end: 10 }, sexes: ['f', 'm'], years: [2018, 2019] });
  expect(jump.curves!.ages).toHaveLength(3);
  const { from, binWidth, groups } = jump.histogram!;
  // Three of another sex could be got by subtraction, so all are told together.
  expect(groups.map(({ sex }) => sex)).toEqual([null]);
  expect(groups.flatMap(({ bins, below, above }) => [...bins, below, above]).filter((n) => n > 0 && n < 5)).toEqual([]);
  expect(from).toBeGreaterThan(60);
  expect(from + binWidth * groups[0]!.bins.length).toBeLessThan(250);
});

test('bins of a Scientific Use File do not depend on its smallest and largest results', async () => {
  const most = [0, 100, 200].flatMap((more) =>
    children.map((row) => ({ ...row, person_id: Number(row.person_id) + more })),
  );
  const jumpOf = async (...jumps: [girl: number, boy: number]) => {
    const more = [children[0]!, children[30]!].map((row, i) => ({ ...row, person_id: 901 + i, slj: jumps[i]! }));
    const { tests } = await read(await publish('raw', [[...most, ...more]], ['SUFL 1.0']));
    return tests[1]!;
  };
  const usual = await jumpOf(98, 143);
  expect(await jumpOf(98, 290)).toEqual(usual);
  expect(await jumpOf(42, 143)).toEqual(usual);
  expect(await jumpOf(7, 370)).toEqual(usual);
});

test('few people at the ends of a Scientific Use File are counted together in open bins', async () => {
  // 180 girls who jump 100 to 129 cm.
  const most = Array.from({ length: 180 }, (_, i) => ({ ...children[0]!, person_id: i + 1, slj: 100 + (i % 30) }));
  const jumpOf = async (...jumps: number[]) => {
    const more = jumps.map((slj, i) => ({ ...children[0]!, person_id: 901 + i, slj }));
    const { tests } = await read(await publish('raw', [[...most, ...more]], ['SUFL 1.0']));
    return tests[0]!.histogram!;
  };
  const far = await jumpOf(41, 52, 63, 74, 85, 160, 180, 200, 220, 299);
  expect(far).toMatchObject({ from: 100, groups: [{ results: 190, below: 5, above: 5 }] });
  expect(far.groups[0]!.bins.reduce((sum, count) => sum + count)).toBe(180);
  expect(await jumpOf(81, 82, 83, 94, 95, 131, 132, 133, 141, 142)).toEqual(far);
});

const groupsOf = (more: (age: number, sex: string) => Row): Row[] =>
  [6, 7, 8].flatMap((age) => ['m', 'f'].map((sex) => ({ g_sex: sex, g_age: age, ...more(age, sex) })));

test('aggregated data has its percentiles by sex and age', async () => {
  const rows = groupsOf((age, sex) => {
    const median = 100 + age * 5 + (sex === 'm' ? 3 : 0);
    return { g_year: 2015, 'slj.n': 50, 'slj.p10': median - 20, 'slj.p50': median, 'slj.p90': median + 20 };
  });
  const { tests } = await read(await publish('agg', [rows]));
  expect(tests).toMatchObject([
    { key: 'slj', results: 300, ages: { start: 6, end: 8 }, sexes: ['f', 'm'], years: [2015], histogram: null },
  ]);
  expect(tests[0]!.curves).toEqual({
    ages: [6, 7, 8].map((age) => ({ start: age, end: age })),
    groups: [130, 133].map((first, at) => ({
      sex: ['f', 'm'][at],
      results: [50, 50, 50],
      lines: [-20, 0, 20].map((distance, line) => ({
        statistic: ['p10', 'p50', 'p90'][line],
        values: [0, 5, 10].map((step) => first + step + distance),
      })),
    })),
  });
});

test('means of several groups are weighted, and totals of all ages are no point of the curve', async () => {
  const rows = [
    ...groupsOf((age) => ({ g_age_from: age, g_age_to: age, 'slj.n': 10, 'slj.mean': 100 + age })),
    ...groupsOf((age) => ({ g_age_from: age, g_age_to: age, 'slj.n': 30, 'slj.mean': 104 + age })),
    { g_sex: 'm', g_age: null, g_age_from: 6, g_age_to: 18, 'slj.n': 120, 'slj.mean': 200 },
    { g_sex: 'all', g_age: null, g_age_from: 6, g_age_to: 6, 'slj.n': 80, 'slj.mean': 200 },
  ].map(({ g_age: _, ...row }) => row as Row);
  const { tests } = await read(await publish('agg', [rows]));
  const means = [109, 110, 111];
  expect(tests[0]!.curves!.groups).toMatchObject([
    { sex: 'f', results: [40, 40, 40], lines: [{ statistic: 'mean', values: means }] },
    { sex: 'm', results: [40, 40, 40], lines: [{ statistic: 'mean', values: means }] },
  ]);
});

test('curves of aggregated data under the Scientific Use File licence would be its rows, so there are none', async () => {
  const rows = groupsOf((age, sex) => ({
    'slj.n': age === 8 || sex === 'f' ? 4 : 50,
    'slj.mean': 130.5,
    'slj.sd': 20.5,
  }));
  const { tests } = await read(await publish('agg', [rows], ['SUFL 1.0']));
  expect(tests).toMatchObject([{ results: 116, ages: { start: 6, end: 7 }, sexes: ['m'], curves: null }]);
  expect(JSON.stringify(tests)).not.toContain('130.5');
});

test('a page does not wait for long tables, and at most two are counted at a time', async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const { tables } = api.repository;
  const slow = {
    ...api.repository,
    tables: { ...tables, all: async (sql: string) => (await released, tables.all(sql)) },
  };
  const numbers = [];
  for (let i = 0; i < 3; i += 1) numbers.push(await publish('raw', [children]));
  const [first, second, third] = numbers as [number, number, number];
  const ask = async (nr: number) => (await describeDistributions(slow, nr, 'en')).without;
  expect(await Promise.all([ask(first), ask(second)])).toEqual(['not-ready', 'not-ready']);
  expect(await ask(third)).toBe('not-ready');
  release();
  for (const nr of numbers) await vi.waitFor(async () => expect(await ask(nr)).toBeNull(), { timeout: 60_000 });
});

test('a failed counting is not tried again at once', async () => {
  const nr = await publish('raw', [children]);
  let asked = 0;
  const fail = () => {
    asked += 1;
    return Promise.reject(new TableEngineError('timeout', 'too long'));
  };
  const broken = { ...api.repository, tables: { ...api.repository.tables, all: fail } };
  for (let i = 0; i < 3; i += 1) {
    expect(await describeDistributions(broken, nr, 'en')).toMatchObject({ without: 'took-too-long', tests: [] });
  }
  expect(asked).toBe(1);
  const later = { ...api.repository, now: () => new Date(Date.now() + 11 * 60 * 1000) };
  expect((await describeDistributions(later, nr, 'en')).without).toBeNull();
});

test('what was counted elsewhere after a failure is shown at once', async () => {
  const nr = await publish('raw', [children]);
  const { tables, files } = api.repository;
  const fail = () => Promise.reject(new TableEngineError('timeout', 'too long'));
  const broken = { ...api.repository, tables: { ...tables, all: fail } };
  expect((await describeDistributions(broken, nr, 'en')).without).toBe('took-too-long');
  const another = { ...api.repository, files: Object.create(files) as typeof files };
  await vi.waitFor(async () => expect((await describeDistributions(another, nr, 'en')).without).toBeNull());
  expect((await describeDistributions(api.repository, nr, 'en')).without).toBeNull();
});

test('pages do not wait for what is counted for the curves', async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const { tables: engine, db } = api.repository;
  const slow = {
    ...api.repository,
    tables: { ...engine, all: async (sql: string) => (await released, engine.all(sql)) },
  };
  const countForCurves = async (nr: number) => {
    const published = await listPublishedTables(db, [nr]);
    const tables = published.map(({ columns, ...table }) => ({ ...table, keys: columns.map(({ key }) => key) }));
    return readTests(slow, { nr, kind: 'raw', tables, leastPersons: 1 });
  };
  const numbers = [await publish('raw', [children]), await publish('raw', [children])];
  const counting = Promise.all(numbers.map(countForCurves));
  const nr = await publish('raw', [children]);
  const shown = async () => expect((await describeDistributions(api.repository, nr, 'en')).without).toBeNull();
  await vi.waitFor(shown, { timeout: 20_000 }).finally(release);
  expect(await counting).toHaveLength(2);
});

test('after an outage of the store they are counted again at once', async () => {
  const nr = await publish('raw', [children]);
  let isAway = true;
  const { files } = api.repository;
  const openLocal = (key: string) => (isAway ? Promise.reject(new Outage('away')) : files.openLocal(key));
  const later = { ...api.repository, files: Object.assign(Object.create(files) as typeof files, { openLocal }) };
  await expect(describeDistributions(later, nr, 'en')).rejects.toThrow('away');
  isAway = false;
  expect((await describeDistributions(later, nr, 'en')).without).toBeNull();
});

test('on a full disk they are counted all the same', async () => {
  const nr = await publish('raw', [children]);
  const writeLocal = () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
  const { files: stored } = api.repository;
  const files = Object.assign(Object.create(stored) as typeof stored, { writeLocal });
  expect((await describeDistributions({ ...api.repository, files }, nr, 'en')).without).toBeNull();
});

test('a data set without motor tests has none, and one whose rows are lost says so', async () => {
  expect(await read(await publish('raw', [[{ sex: 'f', height: 120 }]]))).toMatchObject({ without: null, tests: [] });
  const nr = await publish('raw', [children]);
  const stored = await api.repository.db.select().from(publishedTables);
  await api.repository.files.remove(stored.at(-1)!.objectKey);
  const response = await ask(api, null, `/api/search/data/${nr}/distributions`);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  expect(await response.json()).toMatchObject({ without: 'rows-missing', tests: [] });
  expect((await ask(api, null, '/api/search/data/999/distributions')).status).toBe(404);
});
