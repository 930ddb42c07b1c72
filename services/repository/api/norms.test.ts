import { afterAll, beforeAll, expect, test } from 'vitest';

import { type NormOverview, NormOverviewSchema, type Norms, NormsSchema } from '@domain/api/norms';

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
  expect(await overview()).toEqual({ version: null, madeAt: null, tests: [], testOfTheDay: null, versions: [] });
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
