import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

import { type Norms, NormsSchema } from '@domain/api/norms';

import { publishForTest, type TestDataSet } from '../../../tests/support/published-data-sets';
import { ask } from '../../../tests/support/ready-uploads';
import { createTestApi, type TestApi } from '../../../tests/support/test-api';
import { makeNorms } from '../jobs/handlers/make-norms';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  for (const [nr, people] of [
    [1, 60],
    [2, 70],
  ] as const)
    await publishForTest(api.repository, jumps(nr, people));
  await makeNorms(api.repository, new AbortController().signal);
});
/** Whether the statement between two queries of a request ran; without it a test would see an undisturbed answer. */
const between = { isExpected: false, isDone: false };
afterEach(async () => {
  vi.restoreAllMocks();
  const { isExpected, isDone } = between;
  Object.assign(between, { isExpected: false, isDone: false });
  await api.pool.query('update repository.uploads set withdrawn_at = null');
  await api.pool.query(open);
  expect(isDone).toBe(isExpected);
});
afterAll(async () => {
  expect(api.serverErrors).toEqual([]);
  await api.close();
});

const jumps = (nr: number, people: number): TestDataSet => ({
  nr,
  title: `Jumps ${nr}`,
  tables: [
    {
      name: 'jumps',
      select: `select i as person_id, 'f' as sex, 8 + i % 2 as age_y, 110 + (i * 7) % 41 as slj from range(${people}) as t (i)`,
      columns: ['person_id', 'sex', 'age_y', 'slj'].map((key) => ({ key, unit: '', source: key })),
    },
  ],
});

/** Has a statement run between two queries of a request: before the first one that `isNext` knows. */
function before(isNext: (text: string) => boolean, statement: string): void {
  const query = api.pool.query.bind(api.pool) as (...given: unknown[]) => Promise<unknown>;
  Object.assign(between, { isExpected: true, isDone: false });
  vi.spyOn(api.pool, 'query').mockImplementation((async (...given: unknown[]) => {
    const [first] = given as [string | { text: string }];
    if (!between.isDone && isNext(typeof first === 'string' ? first : first.text)) {
      between.isDone = true;
      await query(statement);
    }
    return query(...given);
  }) as never);
}

const citing = (text: string) => text.includes('"attributes"');
const reading = (text: string) => text.includes('"norm_cells"');
const withdraw = 'update repository.uploads set withdrawn_at = now() where nr = 1';
const open = `update repository.data_sets set row = jsonb_set(row, '{rights}', '["CC-BY 4.0"]')`;
const close = `with corrected as (update repository.uploads set corrected_at = now() where nr = 1)
  update repository.data_sets set row = jsonb_set(row, '{rights}', '["SUFL 1.0"]') where nr = 1`;

async function read(query: string): Promise<Norms> {
  const response = await ask(api, null, `/api/norms/slj${query}`);
  expect(response.status).toBe(200);
  return NormsSchema.parse(await response.json());
}

const told = ({ persons, groups, sources, offered, test: { persons: ofAll, dataSets }, gone }: Norms) => ({
  persons,
  ofAges: groups.flatMap(({ ages }) => ages.map((age) => age.persons)),
  sources: sources.map(({ nr, persons: own }) => [nr, own]),
  offered: offered.dataSets.map(({ nr }) => nr),
  ofAll: [ofAll, dataSets],
  gone,
});
const ofOne = { persons: 70, ofAges: [35, 35], sources: [[2, 70]], offered: [2], ofAll: [70, 1], gone: [1] };

test.each(['', '?sex=f', '?ages=8-9&data-sets=1,2'])(
  'an answer%s is of one moment while a data set is withdrawn',
  async (query) => {
    before(citing, withdraw);
    expect(told(await read(query))).toEqual(ofOne);
  },
);

test('cells that are read beside a withdrawal are read again without the data set', async () => {
  before(reading, withdraw);
  const ofHalf = { persons: 35, ofAges: [35], sources: [[2, 35]] };
  expect(told(await read('?ages=9&data-sets=1,2'))).toEqual({ ...ofOne, ...ofHalf });
});

test.each(['', '?sex=f'])('an answer%s is of one moment while a licence is corrected', async (query) => {
  before(citing, close);
  const { persons, sources } = await read(query);
  expect([persons, sources.map(({ nr, kind, licence }) => [nr, kind, licence])]).toEqual([
    70,
    [[2, 'raw', 'CC-BY 4.0']],
  ]);
});

test('what is kept of a choice is of the licences that it was asked with', async () => {
  before(reading, close);
  expect((await read('?data-sets=1&ages=8')).persons).toBe(0);
  vi.restoreAllMocks();
  expect((await read('?data-sets=1&ages=8')).persons).toBe(0);
  await api.pool.query(open);
  expect((await read('?data-sets=1&ages=8')).persons).toBe(30);
});
