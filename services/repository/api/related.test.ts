import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { PublishedTablesSchema, RelatedSchema } from '@domain/api/search';

import { publishForTest } from '../../../tests/support/published-data-sets';
import { createTestApi, type TestApi } from '../../../tests/support/test-api';
import { uploads } from '../store/schema';

let testApi: TestApi;

beforeAll(async () => {
  testApi = await createTestApi();
  const { repository } = testApi;
  const children = { ages: [6, 10] as [number, number] };
  const sets = [
    { nr: 1, title: 'Jumps and runs', exercises: ['slj', 'run6min'] },
    { nr: 2, title: 'The same with means', kind: 'agg' as const, exercises: ['slj'] },
    { nr: 3, title: 'Jumps alone', exercises: ['slj'] },
    { nr: 4, title: 'Jumps, runs again', exercises: ['slj', 'run6min'] },
    { nr: 5, title: 'Jumps of adults', exercises: ['slj', 'run6min'], ages: [30, 60] as [number, number] },
    { nr: 6, title: 'Grips', exercises: ['handgrip'] },
  ];
  for (const set of sets) await publishForTest(repository, { ...children, ...set });
  const [first] = await repository.db.select().from(uploads).where(eq(uploads.nr, 1));
  await repository.db.update(uploads).set({ study: first!.study }).where(eq(uploads.nr, 2));
});
afterAll(() => testApi.close());

const related = async (nr: number) => {
  const { sameStudy, similar } = RelatedSchema.parse(
    await (await testApi.api.request(`/api/search/related/${nr}`)).json(),
  );
  const numbers = (rows: typeof similar) => rows.map((row) => row.nr);
  return { sameStudy: numbers(sameStudy), similar: numbers(similar) };
};

test('data sets of the same study, and those with most tests in common at the same ages, are related', async () => {
  expect(await related(1)).toEqual({ sameStudy: [2], similar: [4, 3] });
  expect(await related(2)).toEqual({ sameStudy: [1], similar: [3, 4] });
  expect(await related(6)).toEqual({ sameStudy: [], similar: [] });
});

test('a data set that does not exist has none', async () => {
  expect((await testApi.api.request('/api/search/related/99')).status).toBe(404);
});

test('columns tell the codes of their values and what stood for a missing value', async () => {
  await publishForTest(testApi.repository, {
    nr: 7,
    title: 'Codes',
    tables: [
      {
        name: 'data',
        select: `select * from (values ('f')) as t(sex)`,
        columns: [
          {
            key: 'sex',
            unit: '',
            source: 'Geschlecht',
            info: { missing: { values: ['9'], ranges: [{ from: '97', to: null }] } },
          },
        ],
      },
    ],
  });
  const response = await testApi.api.request('/api/search/data/7/tables', { headers: { 'Accept-Language': 'de' } });
  const [table] = PublishedTablesSchema.parse(await response.json());
  expect(table?.columns[0]).toMatchObject({
    codes: [
      { code: 'm', label: 'männlich' },
      { code: 'f', label: 'weiblich' },
      { code: 'd', label: 'divers' },
      { code: 'x', label: 'keine Angabe' },
    ],
    missing: ['9', '97 und darüber'],
  });
});
