import { afterAll, beforeAll, expect, test } from 'vitest';

import { createTestApi, type TestApi } from '../../../tests/support/test-api';
import { asCell, readCells, writeCells } from './cell-bytes';
import { manyRows, readResultCells } from './read-results';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

test.each([
  { rows: 'of one person each', people: 900 },
  { rows: 'several of a person', people: 700 },
])('cells are the same however rows are read: $rows', async ({ people }) => {
  const { files, tables } = api.repository;
  const key = `norms/${people}.parquet`;
  const keys = ['person_id', 'sex', 'age_m', 'test_date', 'country', 'slj', 'situp40', 'run6min'];
  await files.writeLocal(key, (file) =>
    tables.run(`copy (select i % ${people} as person_id, ['f', 'm', 'd'][1 + i % 3] as sex, 100 + i % 50 as age_m,
        (2017 + i % 3) || '-05' as test_date, case when i % 11 > 0 then ['AT', 'DE'][1 + i % 2] end as country,
        case when i % 13 > 0 then 100 + i * 7 % 40 end as slj, i % 30 as situp40,
        case when i % 17 > 0 then 700 + i % 500 else 99999 end as run6min
      from range(900) t(i)) to '${file}' (format parquet)`),
  );
  await using local = await files.openLocal(key);
  const table = { path: local.path, keys: new Set(keys), openRows: 0 };
  const read = (rows: number) => readResultCells(tables, [table], { year: null, country: null, rows });
  const [few, many] = [await read(900), await read(manyRows + 1)];
  const kept = (results: typeof few) =>
    results.map(({ key: name, scale, cells }) => [name, readCells(writeCells(scale, cells)).cells.map(asCell)]);
  expect(few.map((result) => result.key)).toEqual(['run6min', 'situp40', 'slj']);
  expect(kept(few)).toEqual(kept(many));
});
