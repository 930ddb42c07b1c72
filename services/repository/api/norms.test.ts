import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { type NormOverview, NormOverviewSchema, type Norms, NormsSchema } from '@domain/api/norms';
import { StandingsSchema } from '@domain/api/standings';

import { findInTables } from '../../../tests/support/find-marks';
import { publishForTest, type TestDataSet } from '../../../tests/support/published-data-sets';
import { ask } from '../../../tests/support/ready-uploads';
import { createTestApi, type TestApi } from '../../../tests/support/test-api';
import { makeNorms } from '../jobs/handlers/make-norms';
import { presentVersion, readCurves, readSource } from '../norms/kept-curves';
import { findNewestVersion } from '../store/norm-versions';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(async () => {
  expect(api.serverErrors).toEqual([]);
  await api.close();
});

/** A data set of people of 8 to 11 years, of whom the girls jump 110 to 150 cm and the boys 10 cm farther. */
function jumps(nr: number, people: number, more: Partial<TestDataSet> = {}): TestDataSet {
  const select = `select i as person_id, case when i % 2 = 0 then 'f' else 'm' end as sex,
      8 + (i // 2 % 16) / 4.0 + 0.1 as age_y, 2018 + i % 3 as test_year,
      110 + (i * 7919) % 41 + 10 * (i % 2) + (i // 2 % 16) as slj
    from range(${people}) as t (i)`;
  const columns = ['person_id', 'sex', 'age_y', 'test_year', 'slj'].map((key) => ({ key, unit: '', source: key }));
  return { nr, title: `Jumps ${nr}`, tables: [{ name: 'jumps', select, columns }], ...more };
}

const never = new AbortController().signal;
const make = () => makeNorms(api.repository, never);

async function overview(): Promise<NormOverview> {
  return NormOverviewSchema.parse(await (await ask(api, null, '/api/norms')).json());
}

async function read(address: string): Promise<Norms> {
  const response = await ask(api, null, `/api/norms/${address}`);
  expect(response.status).toBe(200);
  return NormsSchema.parse(await response.json());
}

test('before the first version there is nothing', async () => {
  expect(await overview()).toEqual({
    version: null,
    madeAt: null,
    tests: [],
    gone: [],
    testOfTheDay: null,
    versions: [],
  });
});

test('the curves of all data sets are made', async () => {
  await publishForTest(api.repository, jumps(1, 1000));
  await publishForTest(api.repository, jumps(2, 2000));
  await make();
  const { version, tests, testOfTheDay, versions } = await overview();
  expect(versions).toHaveLength(1);
  expect(testOfTheDay).toBe('slj');
  expect(tests).toMatchObject([{ key: 'slj', persons: 3000, dataSets: 2, ages: { start: 8, end: 11 } }]);
  const norms = await read('slj');
  expect(norms.version).toBe(version);
});

/** Medians of the people of a completed year, as the rows have them. */
const empirical = (norms: Norms, sex: string, age: number) =>
  norms.groups.find((group) => group.sex === sex)?.ages.find((one) => one.age === age);

test('choices are answered from the same people', async () => {
  const [all, girls, young, first] = [
    await read('slj'),
    await read('slj?sex=f'),
    await read('slj?ages=8-9'),
    await read('slj?data-sets=1&years=2019'),
  ];
  expect(girls.groups.map(({ sex }) => sex)).toEqual(['f']);
  expect(empirical(girls, 'f', 9)).toEqual(empirical(all, 'f', 9));
  expect(young.groups[0]!.ages.map(({ age }) => age)).toEqual([8, 9]);
  expect(first.sources.map(({ nr }) => nr)).toEqual([1]);
  expect(first.trend.map(({ year }) => year)).toEqual([2019, 2019]);
  expect(first.offered.dataSets).toEqual(all.offered.dataSets);
  expect(all.offered).toMatchObject({ ages: { start: 8, end: 11 }, years: { start: 2018, end: 2020 } });
});

test('an answer tells of as many data sets as it is asked for, those with the most people, and counts all', async () => {
  const [all, one] = [await read('slj'), await read('slj?limit=1')];
  const [largest] = all.sources.toSorted((a, b) => b.persons - a.persons);
  expect(one).toEqual({ ...all, sources: [largest], offered: { ...all.offered, dataSets: [] } });
  expect(one.sourcesInAll).toEqual({ raw: 2, beside: 0 });
  expect(one.offered.dataSetsInAll).toBe(2);
  // What was chosen can be chosen again.
  const { offered, sources } = await read('slj?limit=1&data-sets=1');
  expect([offered.dataSets.map(({ nr }) => nr), sources.map(({ nr }) => nr)]).toEqual([[1], [1]]);
  expect(await read('slj?limit=2')).toEqual(all);
});

test('choices without people have no groups', async () => {
  for (const query of ['ages=30-40', 'years=1999', 'countries=FR']) {
    expect(await read(`slj?${query}`)).toMatchObject({ persons: 0, groups: [], sources: [], trend: [] });
  }
  expect(await read('run6min')).toMatchObject({ test: { key: 'run6min', persons: 0 }, groups: [] });
});

test.each([
  ['slj?sex=x', 400],
  ['slj?ages=9-8', 400],
  ['slj?ages=a', 400],
  ['slj?ages=8&ages=9', 400],
  ['slj?countries=Germany', 400],
  ['slj?data-sets=0', 400],
  ['slj?limit=0', 400],
  ['slj?version=yesterday', 400],
  ['slj?version=1999-01-01', 404],
  ['slj?data-sets=77', 404],
  ['nothing', 404],
  ['height', 404],
])('%s is refused with %i', async (address, status) => {
  expect((await ask(api, null, `/api/norms/${address}`)).status).toBe(status);
});

test('answers are tagged, and the same in both languages but for words', async () => {
  const response = await ask(api, null, '/api/norms/slj');
  expect(response.headers.get('Cache-Control')).toContain('public');
  const again = await api.api.request('/api/norms/slj', {
    headers: { 'If-None-Match': response.headers.get('ETag')!, 'Accept-Language': 'en' },
  });
  expect(again.status).toBe(304);
  const german = NormsSchema.parse(await (await ask(api, null, '/api/norms/slj', { language: 'de' })).json());
  expect(german.test.label).toBe('Standweitsprung');
  expect(german.groups.map(({ label }) => label)).toEqual(['Mädchen und Frauen', 'Jungen und Männer']);
});

async function place(results: object[]) {
  const body = { results };
  const response = await ask(api, null, '/api/norms/standing', { method: 'POST', body });
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  return StandingsSchema.parse(await response.json());
}

test('results of unknown kinds are not looked for', async () => {
  const queries = vi.spyOn(api.pool, 'query');
  const results = Array.from({ length: 200 }, (_, at) => ({ key: `unknown${at}`, sex: 'f', age: 9, value: 1 }));
  const { standings } = await place(results);
  expect(standings.map(({ percentile }) => percentile)).toEqual(results.map(() => null));
  expect(queries.mock.calls.length).toBeLessThan(20);
  queries.mockRestore();
});

test('results are placed in the order of the request', async () => {
  const norms = await read('slj');
  const median = norms.groups[0]!.ages.find(({ age }) => age === 9)!.smooth![3]!;
  const girl = { key: 'slj', sex: 'f', age: 9.5 };
  const { version, standings, places } = await place([
    { ...girl, value: median },
    { ...girl, value: median + 30 },
    { ...girl, age: 30, value: 150 },
    { ...girl, value: 999 },
    { ...girl, key: 'run6min', value: 900 },
  ]);
  expect(version).toBe(norms.version);
  expect(standings[0]!.percentile).toBeCloseTo(50, 0);
  // Jumps are measured to 0.1 cm; the bins of 0.5 cm have more than 1 of 100 here.
  expect(standings[0]!.same).toBeLessThan(0.5);
  expect(standings[0]).toMatchObject({ band: 'average', place: 0, persons: empirical(norms, 'f', 9)!.persons });
  expect(standings[0]!.percentiles![3]).toBe(standings[0]!.median);
  expect(standings[0]!.percentiles![6]).toBeGreaterThan(standings[0]!.median! + 5);
  expect(standings[1]!.percentile).toBeGreaterThan(95);
  expect(standings[2]).toMatchObject({ percentile: null, median: null, percentiles: null, persons: 0, place: null });
  // Told once for all results of the same sex and year.
  expect(standings.map((one) => one.place)).toEqual([0, 0, null, 0, null]);
  expect(places).toEqual([{ dataSets: [1, 2], dataSetsInAll: 2 }]);
  expect(standings[3]).toMatchObject({ percentile: null, band: null });
  expect(standings[3]!.median).not.toBeNull();
  expect(standings[4]).toMatchObject({ percentile: null });
});

test('behind a standing are only data sets with people of its age and sex', async () => {
  const columns = ['sex', 'age_y', 'situp40'].map((key) => ({ key, unit: '', source: key }));
  const sitUps = (nr: number, ages: number[]): TestDataSet => ({
    nr,
    title: `Sit-ups ${nr}`,
    tables: [
      {
        name: 'people',
        select: `select 'f' as sex, unnest([${ages.join(', ')}]) as age_y, 10 + i % 15 as situp40 from range(90) t(i)`,
        columns,
      },
    ],
  });
  await publishForTest(api.repository, sitUps(31, [8, 9, 10]));
  await publishForTest(api.repository, sitUps(32, [8, 10]));
  await make();
  const { standings, places } = await place(
    [8.5, 9.5, 10.5].map((age) => ({ key: 'situp40', sex: 'f', age, value: 15 })),
  );
  expect(standings.map((one) => places[one.place!]!.dataSets)).toEqual([[31, 32], [31], [31, 32]]);
});

test('nothing of a result that is placed is in the database', async () => {
  const marked = 123.456789;
  await place([{ key: 'slj', sex: 'f', age: 9.5, value: marked }]);
  expect(await findInTables(api.pool, { value: String(marked) })).toEqual({});
});

test('groups of aggregated data are points beside the curves, and none under a licence with a form', async () => {
  const columns = ['g_sex', 'g_age', 'g_year', 'g_state', 'slj.n', 'slj.mean', 'slj.sd', 'slj.p50'].map((key) => ({
    key,
    unit: '',
    source: key,
  }));
  const select = `select * from (values ('f', 9, 2021, 'DE-BW', 60, 128.5, 18.2, 128.0),
      ('m', 9, 2021, 'DE-BW', 4, 131.5, 18.2, 131.0), ('all', 9, 2021, 'DE-BW', 64, 130.0, 18.0, 129.0))
    as t (g_sex, g_age, g_year, g_state, "slj.n", "slj.mean", "slj.sd", "slj.p50")`;
  const set = (nr: number, rights: string[]): TestDataSet => ({
    nr,
    title: `Groups ${nr}`,
    kind: 'agg',
    rights,
    tables: [{ name: 'groups', select, columns }],
  });
  await publishForTest(api.repository, set(11, ['CC-BY 4.0']));
  await publishForTest(api.repository, set(12, ['SUFL 1.0']));
  const before = await read('slj');
  await make();
  const { points, groups, persons, sources } = await read('slj');
  expect(points).toEqual([
    {
      nr: 11,
      sex: 'f',
      ages: { start: 9, end: 9 },
      year: 2021,
      country: 'DE',
      persons: 60,
      mean: 128.5,
      sd: 18.2,
      percentiles: [null, null, null, 128, null, null, null],
    },
  ]);
  expect({ groups, persons }).toEqual({ groups: before.groups, persons: before.persons });
  const source = sources.find(({ nr }) => nr === 11)!;
  expect(source).toMatchObject({ kind: 'agg', persons: 60 });
  // Its median of 128 cm stands where a girl with that result does.
  const { standings } = await place([{ key: 'slj', sex: 'f', age: 9.5, value: 128 }]);
  expect(source.groups[0]!.standing).toBe(standings[0]!.percentile);
  const page = await (await ask(api, null, '/api/search/data/11/norms')).json();
  expect(page).toMatchObject({ tests: [{ key: 'slj', groups: source.groups }] });
  // It is not one of the data sets behind the curves.
  expect((await overview()).tests.find(({ key }) => key === 'slj')).toMatchObject({ dataSets: 2 });
  expect((await read('slj?ages=10')).points).toEqual([]);
});

test('long format, repeated results and impossible values', async () => {
  const people = `select i as person_id, 'f' as sex, 8 + i % 2 as age_y, 'pushup40' as test_name,
      10 + i % 9 as test_value, '1' as test_unit from range(120) t(i)
    union all select 0, 'f', 8, 'pushup40', 40, '1' union all select 500, 'f', 8, 'pushup40', 400, '1'`;
  const columns = ['person_id', 'sex', 'age_y', 'test_name', 'test_value', 'test_unit'];
  await publishForTest(api.repository, {
    nr: 21,
    title: 'Long',
    tables: [{ name: 'long', select: people, columns: columns.map((key) => ({ key, unit: '', source: key })) }],
  });
  await make();
  const norms = await read('pushup40');
  expect(norms.groups[0]!.ages.map(({ age, persons }) => [age, persons])).toEqual([
    [8, 60],
    [9, 60],
  ]);
  // Why there is no percentile; the median is there all the same.
  const asked = [[12, 9], [2.5, 9], [400, 9], [-5, 9], [12, 30]] as const; // prettier-ignore
  const { standings } = await place(asked.map(([value, age]) => ({ key: 'pushup40', sex: 'f', age, value })));
  expect(standings.map(({ reason }) => reason)).toEqual([
    null,
    'between-counts',
    'impossible',
    'impossible',
    'no-curve',
  ]);
  expect(standings.map(({ percentile }) => percentile !== null)).toEqual([true, false, false, false, false]);
  expect(standings[1]).toMatchObject({ worse: null, same: null, band: null, median: standings[0]!.median });
});

test('a data set that is not kept in full is read alone, and no other with it', async () => {
  const { db } = api.repository;
  const asked = await presentVersion(db, (await findNewestVersion(db))!);
  const found = (await readCurves(api.repository, asked, 'slj'))!;
  const all = (await found.readWhole()).sources;
  expect(all.length).toBeGreaterThan(1);
  const readWhole = () => Promise.reject(new Error('All were read.'));
  const none = { ...found, curves: { ...found.curves, sources: [] }, readWhole };
  const read = (nr: number) => readSource(api.repository, asked, { key: 'slj', nr, found: none });
  for (const source of all) expect(await read(source.nr)).toEqual(source);
  expect(await read(77)).toBeNull();
});
