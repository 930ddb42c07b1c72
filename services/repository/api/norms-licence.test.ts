import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Norms, NormsSchema } from '@domain/api/norms';

import { publishForTest, type TestDataSet } from '../../../tests/support/published-data-sets';
import { ask } from '../../../tests/support/ready-uploads';
import { createTestApi, type TestApi } from '../../../tests/support/test-api';
import { makeNorms } from '../jobs/handlers/make-norms';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(async () => {
  expect(api.serverErrors).toEqual([]);
  await api.close();
});

const make = () => makeNorms(api.repository, new AbortController().signal);

async function read(key: string, query = ''): Promise<Norms> {
  const response = await ask(api, null, `/api/norms/${key}${query}`);
  expect(response.status).toBe(200);
  return NormsSchema.parse(await response.json());
}

/** Corrects the licence of a data set, as a correction of its metadata does. */
async function correctLicence(nr: number, licence: string): Promise<void> {
  await api.pool.query(
    `with corrected as (update repository.uploads set corrected_at = now() where nr = $1)
     update repository.data_sets set row = jsonb_set(row, '{rights}', jsonb_build_array($2::text)) where nr = $1`,
    [nr, licence],
  );
}

/** 60 girls of 8 years, and 60 of 9. */
const jumps = (nr: number, more: Partial<TestDataSet> = {}): TestDataSet => ({
  nr,
  title: `Jumps ${nr}`,
  tables: [
    {
      name: 'jumps',
      select: `select i as person_id, 'f' as sex, 8 + i % 2 as age_y, 110 + (i * 7) % 41 as slj from range(120) as t (i)`,
      columns: ['person_id', 'sex', 'age_y', 'slj'].map((key) => ({ key, unit: '', source: key })),
    },
  ],
  ...more,
});

/** 40 girls of 8 years as one group. */
const groups = (nr: number): TestDataSet => ({
  nr,
  title: `Groups ${nr}`,
  kind: 'agg',
  tables: [
    {
      name: 'groups',
      select: `select 'f' as g_sex, 8 as g_age, 40 as "handgrip.n", 13.1::double as "handgrip.mean"`,
      columns: ['g_sex', 'g_age', 'handgrip.n', 'handgrip.mean'].map((key) => ({ key, unit: '', source: key })),
    },
  ],
});

test('groups of aggregated data are in no choice and no version once its licence is that of a closed data set', async () => {
  await publishForTest(api.repository, groups(1));
  await publishForTest(api.repository, { ...groups(2), title: 'Groups that stay' });
  await make();
  const { version, points } = await read('handgrip');
  expect(points.map(({ nr }) => nr)).toEqual([1, 2]);
  await correctLicence(1, 'SUFL 1.0');
  for (const when of ['before the next version', 'after it']) {
    for (const query of ['', '&sex=f', '&data-sets=1,2', '&data-sets=1']) {
      const told = await read('handgrip', `?version=${version}${query}`);
      const stays = query === '&data-sets=1' ? [] : [2];
      expect([told.points.map(({ nr }) => nr), told.sources.map(({ nr }) => nr)], `${when} ${query}`).toEqual([
        stays,
        stays,
      ]);
    }
    await make();
  }
  expect((await read('handgrip')).points.map(({ nr }) => nr)).toEqual([2]);
});

test('what the page of a closed data set told stays beside the curves of its versions once it is open', async () => {
  await publishForTest(api.repository, jumps(3, { rights: ['SUFL 1.0'] }));
  await publishForTest(api.repository, jumps(4));
  await make();
  const { version, points } = await read('slj');
  expect(points.map(({ nr, persons }) => [nr, persons])).toEqual([
    [3, 60],
    [3, 60],
  ]);
  await correctLicence(3, 'CC-BY 4.0');
  const asOf = async (query: string) => {
    const norms = await read('slj', `?version=${version}${query}`);
    return [norms.persons, norms.test.dataSets, norms.sources.map(({ nr, kind }) => [nr, kind])];
  };
  const beside = [
    [3, 'closed'],
    [4, 'raw'],
  ];
  for (const when of ['before the next version', 'after it']) {
    for (const query of ['', '&sex=f']) expect(await asOf(query), `${when} ${query}`).toEqual([120, 1, beside]);
    await make();
  }
  expect(await read('slj')).toMatchObject({ persons: 240, points: [], test: { dataSets: 2 } });
});
