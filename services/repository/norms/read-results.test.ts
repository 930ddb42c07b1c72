import { afterAll, beforeAll, expect, test } from 'vitest';

import { peopleByCode } from '@domain/norms/cells';
import { binOf } from '@domain/norms/value-scale';

import { createTestApi, type TestApi } from '../../../tests/support/test-api';
import { parquetSql } from '../context/table-engine';
import { readCells, writeCells } from './cell-bytes';
import { axisOf } from '../distributions/distribution-sql';
import { resultOfTrial, vocabulary } from '../vocabulary';
import { manyRows, readResultCells } from './read-results';
import { scaleOfResult } from './result-scale';

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
  const table = { rows: parquetSql(local.path), keys: new Set(keys), openRows: 0 };
  const read = (rows: number) => readResultCells(tables, [table], { year: null, country: null, rows });
  const [few, many] = [await read(900), await read(manyRows + 1)];
  const kept = (results: typeof few) =>
    results.map(({ key: name, scale, cells }) => [name, readCells(writeCells(scale, cells)).cells]);
  expect(few.map((result) => result.key)).toEqual(['run6min', 'situp40', 'slj']);
  expect(kept(few)).toEqual(kept(many));
});

test('every possible value of every result goes into the bin that the domain has for it, and no other value into any', async () => {
  const { files, tables } = api.repository;
  const results = [...vocabulary.targets.raw.values()].flatMap((target) => {
    const axis = resultOfTrial(target.key) === null && target.isResult ? axisOf(target) : null;
    return axis ? [{ target, least: axis.hard.min - 1, largest: axis.hard.max + 1 }] : [];
  });
  expect(results.length).toBeGreaterThan(23);
  const valuesOf = ({ target: { decimals }, least, largest }: (typeof results)[number]) => {
    const steps = Math.round((largest - least) * 10 ** decimals);
    return Array.from({ length: steps + 1 }, (_, at) => Number((least + at / 10 ** decimals).toFixed(decimals)));
  };
  const rows = Math.max(...results.map((result) => valuesOf(result).length));
  const columns = results.map(({ target: { key, decimals }, least, largest }) => {
    const value = `round(${least} + i / ${10 ** decimals}, ${decimals})`;
    return `case when ${value} <= ${largest} then ${value} end as "${key}"`;
  });
  await files.writeLocal('norms/bins.parquet', (file) =>
    tables.run(
      `copy (select 'f' as sex, 8.0 as age_y, ${columns.join(', ')} from range(${rows}) t(i)) to '${file}' (format parquet)`,
    ),
  );
  await using local = await files.openLocal('norms/bins.parquet');
  const keys = new Set(['sex', 'age_y', ...results.map(({ target }) => target.key)]);
  for (const size of [rows, manyRows + 1]) {
    const whole = { year: null, country: null, rows: size };
    const read = await readResultCells(tables, [{ rows: parquetSql(local.path), keys, openRows: 0 }], whole);
    for (const result of results) {
      const scale = scaleOfResult(result.target);
      const counts = new Map<number, number>();
      for (const value of valuesOf(result)) {
        if (value < result.least + 1 || value > result.largest - 1) continue;
        const bin = binOf(scale, value);
        counts.set(bin, (counts.get(bin) ?? 0) + 1);
      }
      const cells = read.find(({ key }) => key === result.target.key)?.cells;
      expect(cells, result.target.key).toMatchObject([peopleByCode(counts)]);
    }
  }
});
