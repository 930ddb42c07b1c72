import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Norms, NormsSchema } from '@domain/api/norms';
import type { Licence } from '@domain/licences';

import {
  acceptUpload,
  actOn,
  handleLifeJobs,
  type PublishedUpload,
  viewOf,
  withdrawNow,
} from '../../../tests/support/published-uploads';
import { ask } from '../../../tests/support/ready-uploads';
import { openSourceApi, type SourceApi } from '../../../tests/support/source-uploads';
import { chair } from '../../../tests/support/test-api';
import { makeNorms } from '../jobs/handlers/make-norms';

let api: SourceApi;
beforeAll(async () => {
  api = await openSourceApi();
  handleLifeJobs(api);
  await ask(api, chair, '/api/editorial');
});
afterAll(async () => {
  expect(api.serverErrors).toEqual([]);
  await api.close();
});

const make = () => makeNorms(api.repository, new AbortController().signal);

interface Person {
  sex: string;
  age: number;
  year: number;
  grip: number;
}
const people = (many: number, more: Partial<Person> = {}): Person[] =>
  Array.from({ length: many }, (_, at) => ({ sex: 'f', age: 20, year: 2015, grip: 20 + ((at * 7) % 25), ...more }));

let lastNr = 0;
function accept(
  persons: readonly Person[],
  licence: Licence = 'CC-BY 4.0',
  first?: { number: number; version: number },
) {
  lastNr += 1;
  const rows = persons.map(({ sex, age, year, grip }, at) => `p${at},${sex},${age},${year},${grip}`);
  const table = {
    csv: ['id,sex,age,year,grip', ...rows].join('\n'),
    mapping: { id: 'person_id|', sex: 'sex|m/f', age: 'age_y|a', year: 'test_year|', grip: 'handgrip|kg' },
  };
  const series = first && { series: { first: first.number, version: first.version } };
  return acceptUpload(api, { nr: lastNr, title: `Grips ${lastNr}`, licence, table, ...series });
}

async function read(query = ''): Promise<Norms> {
  const response = await ask(api, null, `/api/norms/handgrip${query}`);
  expect(response.status).toBe(200);
  return NormsSchema.parse(await response.json());
}
const numbersIn = (norms: Norms) => norms.sources.map(({ nr }) => nr);
const withdrawAll = async (uploads: readonly PublishedUpload[]) => {
  for (const upload of uploads) await withdrawNow(api, upload);
  await make();
};

test('results of a closed data set cannot be found out by mixing it with open ones', { timeout: 60_000 }, async () => {
  const secret = [...people(12, { year: 2016 }), ...people(40, { grip: 50 }), ...people(6, { age: 30 })];
  const closed = await accept(secret, 'SUFL 1.0');
  const open = [
    await accept(people(40)),
    await accept(people(57, { year: 2016 }).map((one) => ({ ...one, grip: one.grip + 4 }))),
    await accept(people(71, { year: 2017 })),
  ];
  await make();
  const told = ({ persons, groups, sources, trend, points }: Norms) => ({ persons, groups, sources, trend, points });
  for (let some = 1; some < 2 ** open.length - 1; some += 1) {
    const numbers = open.filter((_, at) => some & (1 << at)).map(({ nr }) => nr);
    for (const more of ['', '&sex=f&ages=20', '&years=2015', '&years=2015-2017']) {
      const without = await read(`?data-sets=${numbers.join()}${more}`);
      const mixed = await read(`?data-sets=${[closed.nr, ...numbers].join()}${more}`);
      expect(told(mixed)).toEqual(told(without));
      expect([mixed.leftOut, without.leftOut]).toEqual([[closed.nr], []]);
    }
  }
  // It is in all data sets, but not in a part of their years, nor in the trend.
  const all = await read();
  expect(numbersIn(all)).toEqual([closed.nr, ...open.map(({ nr }) => nr)]);
  expect([all.persons, all.leftOut]).toEqual([52 + 40 + 57 + 71, []]);
  expect((await read('?sex=f&ages=20')).persons).toBe(all.persons);
  expect(all.trend.map(({ year, persons }) => [year, persons])).toEqual([
    [2015, 40],
    [2016, 57],
    [2017, 71],
  ]);
  for (const part of ['?years=2015-2017', '?countries=DE,AT']) expect((await read(part)).leftOut).toEqual([closed.nr]);
  // Alone it tells of at least ten people.
  const alone = await read(`?data-sets=${closed.nr}`);
  expect(alone.groups[0]?.ages.map(({ age, persons }) => [age, persons])).toEqual([[20, 52]]);
  expect(alone.trend.map(({ year, persons }) => [year, persons])).toEqual([
    [2015, 40],
    [2016, 12],
  ]);
  await withdrawAll([closed, ...open]);
});

test('a few people of a closed data set at other ages are not the difference to its page', async () => {
  const closed = await accept(
    [...people(60), ...people(20, { age: 21 }), ...people(3, { age: 22 }), ...people(30, { sex: 'm' })],
    'SUFL 1.0',
  );
  await make();
  expect((await read()).groups.map(({ sex, ages }) => [sex, ages.map(({ persons }) => persons)])).toEqual([
    ['f', [60]],
    ['m', [30]],
  ]);
  await withdrawAll([closed]);
});

test('a withdrawn data set is in no version of the curves any more', async () => {
  const [gone, stays] = [await accept(people(60)), await accept(people(70))];
  await make();
  const { version } = await read();
  await withdrawNow(api, gone);
  // Also before the next version is made.
  for (const query of ['', `?version=${version}`, `?version=${version}&ages=0-120`, `?version=${version}&sex=f`]) {
    const norms = await read(query);
    expect([norms.persons, numbersIn(norms), norms.gone]).toEqual([70, [stays.nr], [gone.nr]]);
    expect(norms.test.persons).toBe(70);
  }
  const standing = await ask(api, null, '/api/norms/standing', {
    method: 'POST',
    body: { results: [{ key: 'handgrip', sex: 'f', age: 20.5, value: 30 }] },
  });
  expect(await standing.json()).toMatchObject({ standings: [{ persons: 70, dataSets: [stays.nr] }] });
  expect((await read(`?version=${version}&data-sets=${gone.nr}`)).persons).toBe(0);
  await withdrawAll([stays]);
  const nothing = await read(`?version=${version}`);
  expect([nothing.persons, nothing.groups, nothing.gone]).toEqual([0, [], [gone.nr, stays.nr]]);
  expect((await read(`?version=${version}&data-sets=${gone.nr}`)).persons).toBe(0);
  await viewOf(await actOn(api, chair, stays, 'restoration', { reason: 'It was right.' }));
  await make();
  expect((await read(`?version=${version}`)).persons).toBe(70);
  await withdrawAll([stays]);
});

test('no two versions of the curves differ by a single person of a data set', async () => {
  const first = await accept(people(60));
  await make();
  const persons = [(await read()).persons];
  const second = await accept([...people(60), ...people(5, { grip: 30 })], undefined, { ...first, version: 2 });
  await make();
  persons.push((await read()).persons);
  const third = await accept([...people(60), ...people(1, { grip: 60 })], undefined, { ...first, version: 3 });
  await make();
  persons.push((await read()).persons);
  expect(persons).toEqual([60, 65, 60]);
  await withdrawAll([third, second, first]);
});
