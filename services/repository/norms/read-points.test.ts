import { afterAll, beforeAll, expect, test } from 'vitest';

import { createTestApi, type TestApi } from '../../../tests/support/test-api';
import { parquetSql } from '../context/table-engine';
import { readResultPoints } from './read-points';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

async function pointsOf(name: string, columns: Record<string, string>) {
  const { files, tables } = api.repository;
  const key = `norms/${name}.parquet`;
  const list = Object.entries(columns).map(([column, sql]) => `${sql} as "${column}"`);
  await files.writeLocal(key, (file) => tables.run(`copy (select ${list.join(', ')}) to '${file}' (format parquet)`));
  await using local = await files.openLocal(key);
  const table = { rows: parquetSql(local.path), keys: new Set(Object.keys(columns)), openRows: 0 };
  const read = await readResultPoints(tables, [table], { year: 2019, country: null });
  return read.map((result) => [result.key, result.points.map(({ percentiles }) => percentiles)]);
}

const group = { g_sex: `'f'`, g_age: '8.0', g_n: '100' };
const ranks = (measure: string, values: readonly number[]) =>
  Object.fromEntries(['p3', 'p50', 'p75', 'p97'].map((rank, at) => [`${measure}.${rank}`, `${values[at]}::double`]));

test('percentiles of aggregated data are of performance: in a sprint, P97 is the fastest', async () => {
  expect(await pointsOf('dash', { ...group, ...ranks('dash20hand', [4, 4.8, 5.1, 6.1]) })).toEqual([
    ['dash20hand', [[6.1, null, 5.1, 4.8, null, null, 4]]],
  ]);
  expect(await pointsOf('jumps', { ...group, ...ranks('slj', [90, 120, 130, 160]) })).toEqual([
    ['slj', [[90, null, null, 120, 130, null, 160]]],
  ]);
});

test('a federal state tells the country of a group', async () => {
  const { files, tables } = api.repository;
  await files.writeLocal('norms/states.parquet', (file) =>
    tables.run(`copy (select 'f' as g_sex, 8.0 as g_age, 100 as g_n, 'DE-BW' as g_state, 120.0 as "slj.mean")
      to '${file}' (format parquet)`),
  );
  await using local = await files.openLocal('norms/states.parquet');
  const keys = new Set(['g_sex', 'g_age', 'g_n', 'g_state', 'slj.mean']);
  const [slj] = await readResultPoints(tables, [{ rows: parquetSql(local.path), keys, openRows: 0 }], {
    year: null,
    country: null,
  });
  expect(slj!.points.map(({ country }) => country)).toEqual(['DE']);
});
