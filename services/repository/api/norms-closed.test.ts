import { afterAll, beforeAll, expect, test } from 'vitest';

import { CorrectionStateSchema, CorrectionToJudgeSchema } from '@domain/api/metadata-corrections';
import { NormOverviewSchema, type Norms, NormsSchema } from '@domain/api/norms';
import { PublishedDistributionsSchema } from '@domain/api/published-distributions';
import type { Licence } from '@domain/licences';
import { fieldIds } from '@domain/metadata/field-ids';
import { normPercentiles } from '@domain/norms/age-groups';

import { entry, withEntries } from '../../../tests/fixtures/complete-metadata';
import {
  acceptUpload,
  actOn,
  openLifeApi,
  type PublishedUpload,
  viewOf,
  withdrawNow,
} from '../../../tests/support/published-uploads';
import { ask } from '../../../tests/support/ready-uploads';
import type { SourceApi } from '../../../tests/support/source-uploads';
import { actors, chair } from '../../../tests/support/test-api';
import { makeNorms } from '../jobs/handlers/make-norms';

let api: SourceApi;
beforeAll(async () => {
  api = await openLifeApi();
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

const curvesOf = ({ persons, groups, trend }: Norms) => ({ persons, groups, trend });

test(
  'a closed data set is beside the curves of every choice, with the quartiles that its page tells',
  { timeout: 60_000 },
  async () => {
    const secret = [
      ...people(60, { year: 2016 }),
      ...people(12, { age: 21, grip: 50 }),
      ...people(3, { age: 22 }),
      ...people(40, { sex: 'm', age: 21 }),
    ];
    const closed = await accept(secret, 'SUFL 1.0');
    const open = [
      await accept(people(40)),
      await accept(people(57, { year: 2016 })),
      await accept(people(71, { year: 2017 })),
    ];
    await make();
    const { tests } = PublishedDistributionsSchema.parse(
      await (await ask(api, null, `/api/search/data/${closed.nr}/distributions`)).json(),
    );
    const curves = tests[0]!.curves!;
    const pointOf = (sex: string | null, at: number, persons: number) => {
      const { lines } = curves.groups.find((group) => group.sex === sex)!;
      const valueOf = (rank: number) => lines.find(({ statistic }) => statistic === `p${rank}`)?.values[at] ?? null;
      return {
        nr: closed.nr,
        sex,
        ages: curves.ages[at],
        // What the catalogue tells of the whole data set.
        ...{ year: null, country: 'DE' },
        persons,
        mean: null,
        sd: null,
        percentiles: normPercentiles.map(valueOf),
      };
    };
    const onPage = curves.groups.flatMap(({ sex, results }) =>
      results.flatMap((persons, at) => (persons === null ? [] : [pointOf(sex, at, persons)])),
    );
    expect(onPage.length).toBeGreaterThan(1);
    for (let some = 0; some < 2 ** open.length; some += 1) {
      const numbers = open.filter((_, at) => some & (1 << at)).map(({ nr }) => nr);
      for (const more of ['', '&sex=f&ages=20', '&years=2015', '&years=2015-2017', '&countries=DE']) {
        const mixed = await read(`?data-sets=${[closed.nr, ...numbers].join()}${more}`);
        const without = numbers.length === 0 ? null : await read(`?data-sets=${numbers.join()}${more}`);
        expect(curvesOf(mixed)).toEqual(without ? curvesOf(without) : { persons: 0, groups: [], trend: [] });
        for (const { points } of [mixed, ...(without ? [without] : [])]) {
          for (const point of points) expect(onPage).toContainEqual(point);
        }
      }
    }
    const all = await read();
    expect(all.points).toEqual(expect.arrayContaining(onPage));
    expect(all.points).toHaveLength(onPage.length);
    expect(all.persons).toBe(40 + 57 + 71);
    expect(all.sources.map(({ nr, kind }) => [nr, kind])).toEqual([
      [closed.nr, 'closed'],
      ...open.map(({ nr }) => [nr, 'raw']),
    ]);
    expect(all.sources[0]?.groups.every(({ median }) => median === null)).toBe(true);
    await withdrawAll([closed, ...open]);
  },
);

test('a closed data set that has only trials tells nothing, and keeps no other from the curves', async () => {
  lastNr += 1;
  const rows = people(60).map(({ sex, age, grip }, at) => `p${at},${sex},${age},${grip},${grip + 2}`);
  const table = {
    csv: ['id,sex,age,one,two', ...rows].join('\n'),
    mapping: { id: 'person_id|', sex: 'sex|m/f', age: 'age_y|a', one: 'situp40.t1|', two: 'situp40.t2|' },
  };
  const trials = await acceptUpload(api, { nr: lastNr, title: 'Sit-ups', licence: 'SUFL 1.0', table });
  const open = await accept(people(60));
  await make();
  expect((await read()).persons).toBe(60);
  expect((await ask(api, null, '/api/norms/situp40')).status).toBe(200);
  await withdrawAll([trials, open]);
});

test('a data set whose licence becomes that of a closed one is in no choice and no version any more', async () => {
  const [becomesClosed, stays] = [await accept(people(60, { grip: 30 })), await accept(people(70))];
  await make();
  const { version } = await read();
  const asked = ['', '&sex=f', `&data-sets=${becomesClosed.nr},${stays.nr}`, '&ages=20-21'];
  for (const query of asked) expect((await read(`?version=${version}${query}`)).persons).toBe(130);
  await api.pool.query(
    `with corrected as (update repository.uploads set corrected_at = now() where nr = $1)
     update repository.data_sets set row = jsonb_set(row, '{rights}', '["SUFL 1.0"]') where nr = $1`,
    [becomesClosed.nr],
  );
  // Also before the next version is made.
  for (const query of asked) {
    const norms = await read(`?version=${version}${query}`);
    expect([norms.persons, norms.trend.map(({ persons }) => persons), norms.gone], query).toEqual([
      70,
      [70],
      [becomesClosed.nr],
    ]);
  }
  expect((await read(`?version=${version}&data-sets=${becomesClosed.nr}`)).groups).toEqual([]);
  const overview = NormOverviewSchema.parse(await (await ask(api, null, '/api/norms')).json());
  expect([overview.tests.map(({ persons }) => persons), overview.gone]).toEqual([[70], [becomesClosed.nr]]);
  await make();
  expect([(await read()).persons, numbersIn(await read())]).toEqual([70, [becomesClosed.nr, stays.nr]]);
  await withdrawAll([becomesClosed, stays]);
});

/** Proposes another licence and consents to it, as contributor and chair do. */
async function correctLicence({ id }: PublishedUpload, licence: Licence): Promise<void> {
  const address = `/api/fileupload/${id}/metadata-corrections`;
  const { metadata } = CorrectionStateSchema.parse(await (await ask(api, actors.contributor, address)).json());
  const body = {
    metadata: withEntries(metadata, entry(fieldIds.licence, [licence]), entry(20.1, ['confirmed'], [0])),
    note: 'The wrong licence',
  };
  expect((await ask(api, actors.contributor, address, { method: 'POST', body })).status).toBe(200);
  const judging = `/api/editorial/${id}/correction`;
  const { proposal } = CorrectionToJudgeSchema.parse(await (await ask(api, chair, judging)).json());
  const consent = { version: proposal!.version, consents: true };
  expect((await ask(api, chair, judging, { method: 'POST', body: consent })).status).toBe(204);
}

test('a correction of a licence holds for norms at once, in both directions', async () => {
  const [corrected, stays] = [await accept(people(60, { grip: 30 })), await accept(people(70))];
  await make();
  const overview = async () => {
    const { tests, gone } = NormOverviewSchema.parse(await (await ask(api, null, '/api/norms')).json());
    return [tests.map(({ persons }) => persons), gone];
  };
  expect(await overview()).toEqual([[130], []]);
  await correctLicence(corrected, 'SUFL 1.0');
  expect(await overview()).toEqual([[70], [corrected.nr]]);
  expect((await read()).persons).toBe(70);
  await correctLicence(corrected, 'CC-BY 4.0');
  expect(await overview()).toEqual([[130], []]);
  expect((await read()).persons).toBe(130);
  await withdrawAll([corrected, stays]);
});

test('a withdrawal is seen by versions that a server made whose clock was ahead', async () => {
  const [gone, stays] = [await accept(people(60)), await accept(people(70))];
  const ahead = () => new Date(Date.now() + 3 * 24 * 60 * 60 * 1000);
  await makeNorms({ ...api.repository, now: ahead }, new AbortController().signal);
  expect((await read()).persons).toBe(130);
  await withdrawNow(api, gone);
  expect((await read()).persons).toBe(70);
  await withdrawAll([stays]);
});

test('a withdrawn data set is in no version of the curves any more', async () => {
  const [gone, stays] = [await accept(people(60)), await accept(people(70))];
  await make();
  const { version } = await read();
  const overview = async () => {
    const { tests, gone: numbers } = NormOverviewSchema.parse(await (await ask(api, null, '/api/norms')).json());
    return [tests.map(({ persons, dataSets: many }) => [persons, many]), numbers];
  };
  expect(await overview()).toEqual([[[130, 2]], []]);
  await withdrawNow(api, gone);
  expect(await overview()).toEqual([[[70, 1]], [gone.nr]]);
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
  expect(await standing.json()).toMatchObject({
    standings: [{ persons: 70, place: 0 }],
    places: [{ dataSets: [stays.nr], dataSetsInAll: 1 }],
  });
  expect((await read(`?version=${version}&data-sets=${gone.nr}`)).persons).toBe(0);
  await withdrawNow(api, stays);
  expect(await overview()).toEqual([[], [gone.nr, stays.nr]]);
  await make();
  const nothing = await read(`?version=${version}`);
  expect([nothing.persons, nothing.groups, nothing.gone]).toEqual([0, [], [gone.nr, stays.nr]]);
  expect((await read(`?version=${version}&data-sets=${gone.nr}`)).persons).toBe(0);
  await viewOf(await actOn(api, chair, stays, 'restoration', { reason: 'It was right.' }));
  await make();
  expect((await read(`?version=${version}`)).persons).toBe(70);
  await withdrawAll([stays]);
});

test('a closed data set whose people have several rows or trials tells nothing, because its page counts results', async () => {
  lastNr += 2;
  const children = people(60).map((one, at) => ({ ...one, name: `p${at}` }));
  const rowsOf = (write: (one: (typeof children)[number]) => string[]) => children.flatMap(write).join('\n');
  const tables: { csv: string; mapping: Record<string, string> }[] = [
    {
      csv: `id,sex,age,test,trial,value\n${rowsOf(({ name, sex, age, grip }) => [1, 2].map((trial) => `${name},${sex},${age},handgrip,${trial},${grip + trial}`))}`,
      mapping: {
        id: 'person_id|',
        sex: 'sex|m/f',
        age: 'age_y|a',
        test: 'test_name|',
        trial: 'test_trial|',
        value: 'test_value|',
      },
    },
    {
      csv: `id,sex,age,year,grip\n${rowsOf(({ name, sex, age, grip }) => [2015, 2016].map((year) => `${name},${sex},${age},${year},${grip}`))}`,
      mapping: { id: 'person_id|', sex: 'sex|m/f', age: 'age_y|a', year: 'test_year|', grip: 'handgrip|kg' },
    },
  ];
  const closed: PublishedUpload[] = [];
  for (const [at, table] of tables.entries()) {
    closed.push(await acceptUpload(api, { nr: lastNr - at, title: `Closed ${at}`, licence: 'SUFL 1.0', table }));
  }
  const open = await accept(people(60));
  await make();
  const norms = await read();
  expect([norms.persons, numbersIn(norms), norms.points]).toEqual([60, [open.nr], []]);
  await withdrawAll([...closed, open]);
});

test('what the page of a closed data set tells is counted once for the page and for norms', async () => {
  const { nr } = await accept(people(240), 'SUFL 1.0');
  const told = async () => (await ask(api, null, `/api/search/data/${nr}/distributions`)).json();
  for (;;) if (PublishedDistributionsSchema.parse(await told()).without === null) break;
  const { tables } = api.repository;
  const statements: string[] = [];
  const all: typeof tables.all = (sql, ...more) => (statements.push(sql), tables.all(sql, ...more));
  await makeNorms({ ...api.repository, tables: { ...tables, all } }, new AbortController().signal);
  expect(numbersIn(await read())).toContain(nr);
  expect(statements.filter((sql) => sql.includes('lower_quartile'))).toEqual([]);
});
