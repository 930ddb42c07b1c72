import { afterAll, beforeAll, expect, test } from 'vitest';

import { type PublishedDistributions, PublishedDistributionsSchema } from '@domain/api/published-distributions';
import { maxRowsWithoutForm, minPersonsPerCell, minPersonsPerQuartile } from '@domain/limits';

import { createChance } from '../../../tests/support/chance';
import { publishForTest } from '../../../tests/support/published-data-sets';
import { ask } from '../../../tests/support/ready-uploads';
import { createTestApi, type TestApi } from '../../../tests/support/test-api';

/*
 * What everybody may read about a Scientific Use File, against its rows: whatever is subtracted from whatever, what is
 * left is about nobody or about at least five people who are not among the rows that everybody may see.
 */

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(async () => {
  expect(api.serverErrors).toEqual([]);
  await api.close();
});

interface Row {
  /** Its place in the data set. */
  at: number;
  person: number;
  sex: 'f' | 'm' | 'd' | null;
  age: number | null;
  jump: number;
}

interface Made {
  people: number;
  /** Rows of each person. */
  repeated: number;
  rare: { sex: number; noSex: number; noAge: number };
}

const chance = createChance();
/** A whole number from 0 to below `end`. */
const below = (end: number): number => Math.floor(chance() * end);

/** Rows of children, most of them eight to twelve years old, with as many rare ones as are wanted. */
function makeRows({ people, repeated, rare }: Made): Row[] {
  const rows = Array.from({ length: people }, (_, person) => {
    const sex: Row['sex'] =
      person < rare.sex ? 'd' : person < rare.sex + rare.noSex ? null : below(2) === 0 ? 'f' : 'm';
    const age = person % 50 < rare.noAge ? null : 8 + below(5) + (below(12) === 0 ? 4 : 0);
    return Array.from({ length: repeated }, () => ({ person, sex, age, jump: jumpOf() }));
  });
  return shuffle(rows.flat()).map((row, at) => ({ ...row, at }));
}

/** About normally distributed, in the usual range. */
const jumpOf = () => 90 + Array.from({ length: 4 }, () => below(30)).reduce((sum, part) => sum + part);

function shuffle<Item>(items: Item[]): Item[] {
  const ordered = items.map((item) => ({ item, order: chance() })).toSorted((a, b) => a.order - b.order);
  return ordered.map(({ item }) => item);
}

let lastNr = 0;
async function publish(rows: Row[], hasIds: boolean): Promise<PublishedDistributions> {
  const nr = (lastNr += 1);
  const text = (value: string | number | null) => (typeof value === 'string' ? `'${value}'` : String(value));
  const values = rows.map(({ person, sex, age, jump }) => `(${[person, sex, age, jump].map(text).join(', ')})`);
  const keys = ['person_id', 'sex', 'age_y', 'slj'];
  const shown = hasIds ? keys : keys.slice(1);
  const all = `(values ${values.join(', ')}) as t (${keys.join(', ')})`;
  const columns = shown.map((key) => ({ key, unit: '', source: key }));
  const tables = [{ name: 'data', select: `select ${shown.join(', ')} from ${all}`, columns }];
  await publishForTest(api.repository, { nr, title: `Closed ${nr}`, rights: ['SUFL 1.0'], tables });
  for (;;) {
    const answer = await ask(api, null, `/api/search/data/${nr}/distributions`);
    const distributions = PublishedDistributionsSchema.parse(await answer.json());
    if (distributions.without !== 'not-ready') return distributions;
  }
}

/** A number that everybody may read, with the rows that it counts. */
interface Told {
  kind: 'test' | 'sex' | 'bin' | 'band';
  rows: Row[];
  n: number;
  hasQuartiles: boolean;
}

function toldNumbers({ tests }: PublishedDistributions, rows: Row[]): Told[] {
  const [{ results, histogram, curves } = { results: 0, histogram: null, curves: null }] = tests;
  const ofSex = (sex: string | null) => rows.filter((row) => sex === null || (row.sex ?? '') === sex);
  const told: Told[] = [{ kind: 'test', rows, n: results ?? 0, hasQuartiles: false }];
  for (const { sex, results: n, bins, below, above } of histogram?.groups ?? []) {
    told.push({ kind: 'sex', rows: ofSex(sex), n, hasQuartiles: true });
    const { from, binWidth } = histogram!;
    [below, ...bins, above].forEach((count, index, all) => {
      // The first and the last one are open.
      const isIn = ({ jump }: Row) =>
        Math.min(all.length - 1, Math.max(0, 1 + Math.floor((jump - from) / binWidth))) === index;
      if (count > 0) told.push({ kind: 'bin', rows: ofSex(sex).filter(isIn), n: count, hasQuartiles: false });
    });
  }
  for (const { sex, results: counts } of curves?.groups ?? []) {
    curves!.ages.forEach(({ start, end }, at) => {
      const own = ofSex(sex).filter(({ age }) => age !== null && age >= start && age <= end);
      if (counts[at] !== null) told.push({ kind: 'band', rows: own, n: counts[at]!, hasQuartiles: true });
    });
  }
  return told;
}

/** People of rows that nobody sees without the form. */
function hiddenPeople(rows: readonly Row[], hasIds: boolean): number {
  const hidden = rows.filter(({ at }) => at >= maxRowsWithoutForm);
  return new Set(hidden.map(({ person, at }) => (hasIds ? person : at))).size;
}

/** What is left of each number after any other part of it, or all of its parts of a kind, are subtracted. */
function differences(told: readonly Told[]): Row[][] {
  return told.flatMap((whole) => {
    const inside = new Set(whole.rows);
    const parts = told.filter((part) => part !== whole && part.rows.every((row) => inside.has(row)));
    const families = (['sex', 'bin', 'band'] as const).map((kind) => parts.filter((part) => part.kind === kind));
    return [...parts.map((part) => [part]), ...families].map((family) => {
      const taken = new Set(family.flatMap(({ rows }) => rows));
      return whole.rows.filter((row) => !taken.has(row));
    });
  });
}

const rares = [
  { sex: 0, noSex: 0, noAge: 0 },
  { sex: 2, noSex: 0, noAge: 1 },
  { sex: 0, noSex: 3, noAge: 0 },
  { sex: 6, noSex: 2, noAge: 4 },
  { sex: 14, noSex: 12, noAge: 8 },
];
const made = [30, 60, 150, 400].flatMap((people) =>
  rares.flatMap((rare) => [1, 3].map((repeated): Made => ({ people, repeated, rare }))),
);

test.each(made)('of $people people with $repeated rows each nobody is told by subtraction: $rare', async (one) => {
  const hasIds = one.repeated > 1;
  const rows = makeRows(one);
  const told = toldNumbers(await publish(rows, hasIds), rows);
  expect(told.map(({ n }) => n)).toEqual(told.map((number) => number.rows.length));
  const small = (sets: readonly Row[][]) =>
    sets.map((own) => hiddenPeople(own, hasIds)).filter((people) => people > 0 && people < minPersonsPerCell);
  expect(small(told.map((number) => number.rows))).toEqual([]);
  expect(small(differences(told))).toEqual([]);
  for (const { rows: own } of told.filter(({ hasQuartiles }) => hasQuartiles)) {
    expect(hiddenPeople(own, hasIds)).toBeGreaterThanOrEqual(minPersonsPerQuartile);
  }
});

test('a histogram without bins does not tell where the least result lies', async () => {
  const rows = makeRows({ people: 30, repeated: 1, rare: { sex: 0, noSex: 0, noAge: 0 } });
  const { tests } = await publish(
    rows.map((row) => ({ ...row, sex: 'f', jump: 60 + 7 * row.at })),
    false,
  );
  expect(tests[0]?.histogram).toMatchObject({ from: 40, groups: [{ sex: 'f', bins: [], below: 0, above: 30 }] });
});

test('many people are told by sex and age, and a few of unknown sex leave one group', async () => {
  const groupsOf = async (rare: Made['rare']) => {
    const { tests } = await publish(makeRows({ people: 400, repeated: 1, rare }), false);
    const [{ histogram, curves, sexes } = { histogram: null, curves: null, sexes: [] }] = tests;
    expect(curves!.groups.flatMap(({ results }) => results).filter((n) => n !== null).length).toBeGreaterThan(2);
    expect(sexes).toEqual(['f', 'm']);
    return [histogram, curves].map((picture) => picture!.groups.map(({ sex }) => sex));
  };
  expect(await groupsOf({ sex: 0, noSex: 0, noAge: 0 })).toEqual([
    ['f', 'm'],
    ['f', 'm'],
  ]);
  expect(await groupsOf({ sex: 0, noSex: 3, noAge: 0 })).toEqual([[null], [null]]);
});
