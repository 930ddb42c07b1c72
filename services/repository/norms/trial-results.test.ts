import { afterAll, beforeAll, expect, test } from 'vitest';

import { type OccasionRow, resultOfOccasion, resultOfTrials } from '@domain/norms/class-results';
import { binOf, valueOf } from '@domain/norms/value-scale';

import { createTestApi, type TestApi } from '../../../tests/support/test-api';
import { parquetSql } from '../context/table-engine';
import { joinRows } from '../class-report/join-rows';
import type { RowOfChild } from '../class-report/read-child';
import { vocabulary } from '../vocabulary';
import { readResultCells } from './read-results';
import { scaleOfResult } from './result-scale';
import { trialsRuleOf } from './trial-results';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const about = { sex: `'f'`, age_y: '8.0' };

/** Numbers of people by result, of a table with these columns as SQL, of a row i. */
async function resultsOf(name: string, rows: number, columns: Record<string, string>) {
  const { files, tables } = api.repository;
  const key = `norms/${name}.parquet`;
  const all = { ...about, ...columns };
  const list = Object.entries(all).map(([column, sql]) => `${sql} as "${column}"`);
  await files.writeLocal(key, (file) =>
    tables.run(`copy (select ${list.join(', ')} from range(${rows}) t(i)) to '${file}' (format parquet)`),
  );
  await using local = await files.openLocal(key);
  const table = { rows: parquetSql(local.path), keys: new Set(Object.keys(all)), openRows: 0 };
  const read = await readResultCells(tables, [table], { year: null, country: null, rows });
  return Object.fromEntries(
    read.map(({ key: result, scale, cells }) => [
      result,
      cells
        .flatMap(({ codes, counts }) =>
          Array.from(codes, (code, at) => [valueOf(scale, code % scale.count), counts[at]!]),
        )
        .sort(([a = 0], [b = 0]) => a - b),
    ]),
  );
}

/** The value that stands for the bin of a result. */
function binned(key: string, value: number): number {
  const scale = scaleOfResult(vocabulary.targets.raw.get(key)!);
  return valueOf(scale, binOf(scale, value));
}

const jumps = (...counts: [value: number, persons: number][]) => ({
  slj: counts.map(([value, persons]) => [binned('slj', value), persons]),
});

/** A row in long format, as far as it tells. */
interface Told {
  person?: number;
  sex?: 'f' | 'm';
  age?: number;
  day?: string;
  value: number;
}

const cases = [
  { key: 'slj', trials: [100, 140] },
  { key: 'dash20hand', trials: [4.8, 4.4] },
  { key: 'jumpside15', trials: [30, 33] },
  { key: 'jumpside15', trials: [30] },
  { key: 'balback', trials: [8, 7, 6, 5, 4, 3] },
  { key: 'balback', trials: [8, 7, 6, 5, 4] },
  { key: 'slj', trials: [120, 2000] },
] as const;

test.each(cases)('the result of $key follows from $trials in columns and in rows, as in my class', async (one) => {
  const { key, trials } = one;
  const target = vocabulary.targets.raw.get(key)!;
  const possible = trials.filter((trial) => trial <= Number(target.hard!.max));
  const expected = resultOfTrials(trialsRuleOf(target), possible);
  const wanted = expected === null ? {} : { [key]: [[binned(key, expected), 20]] };
  const name = `${key}-${trials.length}`;
  const columns = Object.fromEntries(trials.map((trial, at) => [`${key}.t${at + 1}`, `${trial}::double`]));
  expect(await resultsOf(`wide-${name}`, 20, columns)).toEqual(wanted);
  const many = trials.length;
  const long = {
    person_id: `i // ${many}`,
    test_name: `'${key}'`,
    test_value: `([${trials.join(', ')}]::double[])[1 + i % ${many}]`,
    test_trial: `(1 + i % ${many})::double`,
  };
  expect(await resultsOf(`long-${name}`, 20 * many, long)).toEqual(wanted);
});

const occasions: { key: string; rows: [value: number, trial: number | null][] }[] = [
  { key: 'balback', rows: [[8, 1]] },
  {
    key: 'balback',
    rows: [
      [8, 1],
      [7, 2],
      [6, 3],
      [5, 4],
      [4, 5],
      [3, 6],
      [40, null],
    ],
  },
  {
    key: 'slj',
    rows: [
      [100, 1],
      [9000, null],
      [120, null],
      [140, null],
    ],
  },
  {
    key: 'slj',
    rows: [
      [100, 1],
      [9000, null],
    ],
  },
  {
    key: 'slj',
    rows: [
      [100, 1],
      [9000, 2],
    ],
  },
  {
    key: 'jumpside15',
    rows: [
      [20, 1],
      [23, 2],
    ],
  },
  {
    key: 'legstand60',
    rows: [
      [7, 1],
      [4, 2],
    ],
  },
];

test.each(occasions)('the result of an occasion of $key with rows $rows is that of my class', async (one) => {
  const { key, rows } = one;
  const target = vocabulary.targets.raw.get(key)!;
  const isPossible = (value: number) => value <= Number(target.hard!.max);
  const read = rows.map(([value, trial]): OccasionRow => ({ value: isPossible(value) ? value : null, trial }));
  const expected = resultOfOccasion(trialsRuleOf(target), read);
  const at = (position: 0 | 1) =>
    `([${rows.map((row) => row[position] ?? 'null').join(', ')}]::double[])[1 + i % ${rows.length}]`;
  const long = { person_id: `i // ${rows.length}`, test_name: `'${key}'`, test_value: at(0), test_trial: at(1) };
  const name = `occasion-${occasions.indexOf(one)}`;
  const wanted = expected === null ? {} : { [key]: [[binned(key, expected), 20]] };
  expect(await resultsOf(name, 20 * rows.length, long)).toEqual(wanted);
});

test('a result in a column of its own counts, and trials where it is empty', async () => {
  const columns = { slj: 'case when i < 20 then 150.0 end', 'slj.t1': '100.0', 'slj.t2': '140.0' };
  expect(await resultsOf('both', 30, columns)).toEqual(jumps([140, 10], [150, 20]));
});

test('trials of the first occasion of an age count, and a row without a trial is a result', async () => {
  const long = {
    person_id: 'i // 4',
    test_date: `['2019-03', '2019-09'][1 + i % 4 // 2]`,
    test_name: `'slj'`,
    test_value: '([100, 120, 160, 170]::double[])[1 + i % 4]',
  };
  const byTrials = { ...long, test_trial: '(1 + i % 2)::double' };
  expect(await resultsOf('occasions', 80, byTrials)).toEqual(jumps([120, 20]));
  const withResult = { ...long, test_trial: 'case when i % 2 = 0 then 1.0 end' };
  expect(await resultsOf('results', 80, withResult)).toEqual(jumps([120, 20]));
});

test('what only some rows of a person tell holds for all of them, as in my class', async () => {
  const rows: Told[] = [
    // Only the first row tells all.
    { sex: 'f', age: 8, day: '2019-03', value: 100 },
    { value: 120 },
    // Two days: the row without one is of neither.
    { person: 1, sex: 'f', age: 8, day: '2019-03', value: 130 },
    { person: 1, day: '2019-09', value: 150 },
    { person: 1, value: 170 },
    // Ages of one completed year, and ages of two.
    { person: 2, sex: 'f', age: 8.1, day: '2019-03', value: 140 },
    { person: 2, age: 8.7, day: '2019-09', value: 160 },
    { person: 2, value: 180 },
    { person: 3, sex: 'f', age: 8, value: 110 },
    { person: 3, age: 9, value: 115 },
    { person: 3, value: 200 },
    // A day for each age.
    { person: 4, sex: 'm', age: 8, day: '2019-03', value: 101 },
    { person: 4, age: 8, value: 103 },
    { person: 4, age: 9, day: '2020-03', value: 105 },
    { person: 4, age: 9, value: 107 },
  ];
  const pick = (value: (row: Told) => string | number | undefined, type: string) => {
    const texts = rows.map((row) => value(row)).map((one) => (one === undefined ? 'null' : `'${one}'`));
    return `([${texts.join(', ')}]::${type}[])[1 + i % ${rows.length}]`;
  };
  const read = await resultsOf('told', 20 * rows.length, {
    person_id: `i // ${rows.length} * 10 + ${pick(({ person = 0 }) => person, 'integer')}`,
    sex: pick(({ sex }) => sex, 'varchar'),
    age_y: pick(({ age }) => age, 'double'),
    test_date: pick(({ day }) => day, 'varchar'),
    test_name: `'slj'`,
    test_value: pick(({ value }) => value, 'double'),
    test_trial: '(1 + i)::double',
  });
  const children = joinRows(
    rows.map(({ person, sex, age, day, value }, at): RowOfChild => {
      const ages = { exactAge: null, statedAge: age ?? null };
      const result = { key: 'slj', ...ages, value, text: String(value), trial: at + 1, reason: null };
      const about = { row: at, name: '', group: '', sex: sex ?? null, day: day ?? null, timePoint: null };
      const identity = String(person ?? 0);
      return { ...about, ...ages, results: [result], identity, person: identity, born: null };
    }),
  );
  const own = children.filter(({ sex, statedAge }) => sex !== null && statedAge !== null);
  const values = own.flatMap(({ results }) => results.map(({ value }) => Number(value)));
  expect(values.toSorted((a, b) => a - b)).toEqual([103, 107, 110, 115, 120, 130, 140]);
  expect(read).toEqual(jumps(...values.toSorted((a, b) => a - b).map((value): [number, number] => [value, 20])));
});

test('trials of nobody in particular are left out, results without a person are not', async () => {
  const long = {
    test_name: `'slj'`,
    test_value: '(100 + i % 2 * 40)::double',
    test_trial: 'case when i >= 10 then 1.0 + i % 2 end',
  };
  expect(await resultsOf('nobody', 30, long)).toEqual(jumps([100, 5], [140, 5]));
});
