import Papa from 'papaparse';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { PublishedDistributionsSchema } from '@domain/api/published-distributions';
import { maxRowsWithoutForm } from '@domain/limits';

import { publishForTest } from '../../../tests/support/published-data-sets';
import { ask } from '../../../tests/support/ready-uploads';
import { createTestApi, type TestApi } from '../../../tests/support/test-api';

let api: TestApi;
let lastNr = 0;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(async () => {
  expect(api.serverErrors).toEqual([]);
  await api.close();
});

type Row = Record<string, number | string | null>;

/** Publishes a table of rows; returns the number of the data set. */
async function publish(rows: readonly Row[], rights = ['CC-BY 4.0']): Promise<number> {
  lastNr += 1;
  const keys = Object.keys(rows[0]!);
  const literal = (value: Row[string]) => (typeof value === 'string' ? `'${value}'` : String(value));
  const values = rows.map((row) => `(${keys.map((key) => literal(row[key]!)).join(', ')})`);
  const select = `select * from (values ${values.join(', ')}) as t (${keys.join(', ')})`;
  const columns = keys.map((key) => ({ key, unit: '', source: key }));
  await publishForTest(api.repository, {
    nr: lastNr,
    title: `Set ${lastNr}`,
    rights,
    tables: [{ name: 'data', select, columns }],
  });
  return lastNr;
}

async function distributionsOf(nr: number) {
  for (;;) {
    const response = await ask(api, null, `/api/search/data/${nr}/distributions`);
    const { without, tests } = PublishedDistributionsSchema.parse(await response.json());
    // A busy machine counts for longer than a request waits.
    if (without !== 'not-ready') return tests;
  }
}

async function poolOf(nr: number, choice = ''): Promise<Record<string, string>[]> {
  const response = await ask(api, null, `/api/pool?data-sets=${nr}${choice}`);
  expect(response.status).toBe(200);
  const { data } = Papa.parse<Record<string, string>>((await response.text()).trimEnd(), { header: true });
  return data.map(({ data_set: _, data_set_doi: __, person: ___, ...row }) => row);
}

const facts = ['sex', 'age_y', 'test_date'];

/** Two rows of each of 120 children; with `isOnce`, only the first one tells who the child is. */
const rowsOf = ({ isOnce }: { isOnce: boolean }) =>
  Array.from({ length: 240 }, (_, at): Row => {
    const child = at >> 1;
    const about = { sex: child % 2 === 0 ? 'f' : 'm', age_y: 8.5 + (child % 3), test_date: '2019-05' };
    const result = at % 2 === 0 ? { test_name: 'slj', test_value: 100 + (child % 40) } : { test_name: 'run6min', test_value: 800 + child }; // prettier-ignore
    const told = isOnce && at % 2 === 1 ? Object.fromEntries(facts.map((key) => [key, null])) : about;
    return { person_id: child + 1, ...told, ...result, test_unit: at % 2 === 0 ? 'cm' : 'm' };
  });

test.each([['CC-BY 4.0'], ['SUFL 1.0']])(
  'what only the first row of a person tells is true of all in the distributions, with %s',
  async (licence) => {
    const tests = await distributionsOf(await publish(rowsOf({ isOnce: true }), [licence]));
    expect(tests.find(({ key }) => key === 'run6min')).toMatchObject({ sexes: ['f', 'm'], years: [2019] });
    expect(tests).toEqual(await distributionsOf(await publish(rowsOf({ isOnce: false }), [licence])));
  },
);

test('what only the first row of a person tells is true of all in a pool, which has one row for each', async () => {
  const nr = await publish(rowsOf({ isOnce: true }));
  const rows = await poolOf(nr);
  expect(rows).toHaveLength(120);
  expect(rows).toEqual(await poolOf(await publish(rowsOf({ isOnce: false }))));
  expect(await poolOf(nr, '&tests=run6min&sex=f&ages=8')).toHaveLength(20);
});

test('rows that tell different sexes of a person fill no other one, also in a pool', async () => {
  const told = ['f', 'm', null];
  const tests = ['slj', 'run6min', 'situp40'];
  const rows = told.map((sex, at): Row => ({ person_id: 1, sex, age_y: 8, test_name: tests[at]!, test_value: 100 }));
  expect((await poolOf(await publish(rows))).map(({ sex }) => sex)).toEqual(['f', 'm', '']);
});

test('a table that has a test both as a column and as rows is filled, too', async () => {
  const rows = rowsOf({ isOnce: true }).map((row): Row => ({ ...row, slj: row.test_name === 'slj' ? 120 : null }));
  const pooled = await poolOf(await publish(rows), '&tests=run6min&sex=f');
  expect(pooled).toHaveLength(60);
});

test('rows that everybody may see of a Scientific Use File are not told by those that nobody may', async () => {
  const open = Array.from({ length: maxRowsWithoutForm }, (_, at): Row => ({
    ...{ person_id: 1000 + at, sex: null, age_y: 9, test_date: '2019-05' },
    ...{ test_name: 'slj', test_value: 60, test_unit: 'cm' },
  }));
  const closed = open.map((row): Row => ({ ...row, sex: 'd', test_name: 'run6min', test_value: null, test_unit: 'm' }));
  const nr = await publish([...open, ...rowsOf({ isOnce: false }), ...closed], ['SUFL 1.0']);
  const jump = (await distributionsOf(nr)).find(({ key }) => key === 'slj');
  expect(jump?.sexes).toEqual(['f', 'm']);
});
