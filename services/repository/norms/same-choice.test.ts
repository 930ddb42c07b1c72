import { afterAll, beforeAll, expect, test } from 'vitest';

import { NormsSchema } from '@domain/api/norms';

import { publishForTest } from '../../../tests/support/published-data-sets';
import { createTestApi, type TestApi } from '../../../tests/support/test-api';
import { makeNorms } from '../jobs/handlers/make-norms';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  const keys = ['person_id', 'sex', 'age_y', 'test_date', 'test_year', 'country', 'state', 'slj'];
  const columns = keys.map((key) => ({ key, unit: '', source: key }));
  const select = `select i as person_id, 'f' as sex, 8.0::double as age_y,
      case when i % 2 = 0 then '2018-12' end as test_date, 2019.0::double as test_year,
      case when i < 20 then 'AT' end as country, case when i between 10 and 69 then 'DE-BW' end as state,
      100.0::double + i % 20 as slj
    from range(100) t(i)`;
  await publishForTest(api.repository, {
    nr: 1,
    title: 'Jumps',
    exercises: ['slj'],
    tables: [{ name: 'd', columns, select }],
  });
  await makeNorms(api.repository, new AbortController().signal);
});
afterAll(async () => {
  expect(api.serverErrors).toEqual([]);
  await api.close();
});

test.each([
  ['countries=DE', 50],
  ['countries=AT', 20],
  ['years=2018', 50],
  ['years=2019', 50],
  ['years=2018-2019', 100],
])('norms and pool have the same people of %s', async (choice, people) => {
  const norms = NormsSchema.parse(await (await api.api.request(`/api/norms/slj?${choice}`)).json());
  const pool = await (await api.api.request(`/api/pool?data-sets=1&${choice}`)).text();
  expect([norms.persons, pool.trim().split('\n').length - 1]).toEqual([people, people]);
});
