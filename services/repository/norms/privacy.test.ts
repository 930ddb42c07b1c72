import { afterAll, beforeAll, expect, test } from 'vitest';

import type { NormChoice, Norms } from '@domain/api/norms';

import { createChance } from '../../../tests/support/chance';
import { publishAllForTest } from '../../../tests/support/published-data-sets';
import { createTestApi, type TestApi } from '../../../tests/support/test-api';
import { makeNorms } from '../jobs/handlers/make-norms';
import { readNorms } from '../usecases/norms/read-norms';

let api: TestApi;
const chance = createChance();
const whole = (from: number, to: number) => from + Math.floor(chance() * (to - from + 1));
const oneOf = <T>(items: readonly T[]): T => items[whole(0, items.length - 1)]!;

/** A row of a data set as it is published. */
interface Row {
  nr: number;
  person: string;
  sex: string;
  age: number;
  year: number | null;
  country: string | null;
  value: number;
}

const countries = ['AT', 'CH', 'DE'];
/** Many small data sets: most sexes, ages, years and countries have fewer than five people. */
const rows = Array.from({ length: 14 }, (_, at) => rowsOf(at + 1)).flat();

function rowsOf(nr: number): Row[] {
  const [years, places] = [whole(1, 4), whole(1, 3)];
  const isKnown = chance() < 0.8;
  return Array.from({ length: whole(3, 260) }, (_, at) => {
    // Some people come twice.
    const person = chance() < 0.15 && at > 0 ? at - 1 : at;
    return {
      nr,
      person: `p${person}`,
      sex: oneOf(['f', 'f', 'm', 'm', 'd']),
      age: whole(6, 9),
      year: isKnown && chance() < 0.9 ? 2015 + whole(0, years - 1) : null,
      country: chance() < 0.9 ? countries[whole(0, places - 1)]! : null,
      value: 80 + whole(0, 90),
    };
  });
}

/** People whose numbers are shown together or not at all, as the rules say, found in another way than the product's. */
interface Cell {
  nr: number;
  sex: string;
  age: number;
  year: number | null;
  country: string | null;
  persons: number;
}
const cells = cellsOf(rows);

function cellsOf(all: readonly Row[]): Cell[] {
  const slices = new Map<string, Row[]>();
  const seen = new Set<string>();
  for (const row of all) {
    const slice = `${row.nr} ${row.sex} ${row.age}`;
    if (row.sex === 'd' || seen.has(`${slice} ${row.person}`)) continue;
    seen.add(`${slice} ${row.person}`);
    slices.set(slice, [...(slices.get(slice) ?? []), row]);
  }
  return [...slices.values()].flatMap((own) => {
    const { nr, sex, age } = own[0]!;
    const parts = new Map<string, Cell>();
    for (const { year, country } of own) {
      const name = `${year} ${country}`;
      const part = parts.get(name) ?? { nr, sex, age, year, country, persons: 0 };
      part.persons += 1;
      parts.set(name, part);
    }
    let rest = [...parts.values()];
    const joined: Cell = { nr, sex, age, year: null, country: null, persons: 0 };
    const join = (part: Cell) => {
      joined.persons += part.persons;
      rest = rest.filter((other) => other !== part);
    };
    for (const part of rest) if (part.persons < 5 || (part.year === null && part.country === null)) join(part);
    const order = (part: Cell) => [part.persons, part.year ?? 0, part.country ?? ''] as const;
    const inOrder = () =>
      rest.toSorted((a, b) => {
        const [one, other] = [order(a), order(b)];
        return one[0] - other[0] || one[1] - other[1] || (one[2] < other[2] ? -1 : 1);
      });
    while (joined.persons > 0 && joined.persons < 5 && rest.length > 0) join(inOrder()[0]!);
    return joined.persons < 5 ? rest : [...rest, joined];
  });
}

function isIn({ nr, sex, age, year, country }: Cell, choice: NormChoice): boolean {
  const own = cells.filter((cell) => cell.nr === nr);
  const hasYear = (one: number) => choice.years!.start <= one && one <= choice.years!.end;
  const known = { years: own.flatMap((cell) => cell.year ?? []), countries: own.flatMap((cell) => cell.country ?? []) };
  return (
    (choice.dataSets.length === 0 || choice.dataSets.includes(nr)) &&
    (choice.sex === null || choice.sex === sex) &&
    (choice.ages === null || (choice.ages.start <= age && age <= choice.ages.end)) &&
    (choice.years === null || (year === null ? known.years.length > 0 && known.years.every(hasYear) : hasYear(year))) &&
    (choice.countries.length === 0 ||
      (country === null
        ? known.countries.length > 0 && known.countries.every((one) => choice.countries.includes(one))
        : choice.countries.includes(country)))
  );
}

function someChoice(): NormChoice {
  const range = (from: number, to: number) => {
    const [a, b] = [whole(from, to), whole(from, to)];
    return { start: Math.min(a, b), end: Math.max(a, b) };
  };
  const maybe = <T>(value: T, other: T): T => (chance() < 0.5 ? value : other);
  const some = <T>(items: T[], share: number) => items.filter(() => chance() < share);
  const numbers = Array.from({ length: 14 }, (_, at) => at + 1);
  return {
    sex: maybe<NormChoice['sex']>(null, oneOf(['f', 'm'] as const)),
    ages: maybe(null, range(6, 9)),
    years: maybe(null, range(2015, 2018)),
    countries: maybe([], some(countries, 0.5)),
    dataSets: maybe(some(numbers, 0.15), some(numbers, 0.7)),
    version: null,
  };
}

const read = (choice: NormChoice) => readNorms(api.repository, { key: 'slj', ...choice }, 'en');

beforeAll(async () => {
  api = await createTestApi();
  const literal = (value: string | number | null) => (typeof value === 'string' ? `'${value}'` : String(value));
  const columns = ['person_id', 'sex', 'age_y', 'test_year', 'country', 'slj'];
  await publishAllForTest(
    api.repository,
    [...new Set(rows.map(({ nr }) => nr))].map((nr) => {
      const own = rows.filter((row) => row.nr === nr);
      const values = own.map(
        ({ person, sex, age, year, country, value }) =>
          `(${[person, sex, age, year, country, value].map(literal).join(', ')})`,
      );
      return {
        nr,
        title: `Set ${nr}`,
        tables: [
          {
            name: 'people',
            select: `select person_id, sex, age_y, cast(test_year as integer) as test_year, cast(country as varchar) as country, slj
              from (values ${values.join(', ')}) as t (${columns.join(', ')})`,
            columns: columns.map((key) => ({ key, unit: '', source: key })),
          },
        ],
      };
    }),
  );
  await makeNorms(api.repository, new AbortController().signal);
});
afterAll(() => api.close());

/** Every number of people that an answer tells. */
function numbersIn({ persons, groups, sources, trend }: Norms): number[] {
  return [
    persons,
    ...groups.flatMap(({ ages }) => ages.map((age) => age.persons)),
    ...sources.flatMap((source) => [source.persons, ...source.groups.map((group) => group.persons)]),
    ...trend.map((one) => one.persons),
  ].filter((number) => number > 0);
}

const sum = (own: readonly Cell[]) => own.reduce((all, { persons }) => all + persons, 0);

/** What an answer has to tell of these cells. */
function toldOf(own: readonly Cell[]) {
  const count = (nameOf: (cell: Cell) => string | null) => {
    const counts: Record<string, number> = {};
    for (const cell of own) {
      const name = nameOf(cell);
      if (name !== null) counts[name] = (counts[name] ?? 0) + cell.persons;
    }
    return counts;
  };
  return {
    persons: sum(own),
    ages: count(({ sex, age }) => `${sex} ${age}`),
    sources: count(({ nr, sex }) => `${nr} ${sex}`),
    trend: count(({ year, sex }) => (year === null ? null : `${year} ${sex}`)),
  };
}

function toldBy({ persons, groups, sources, trend }: Norms): ReturnType<typeof toldOf> {
  const entries = (list: [string, number][]) => Object.fromEntries(list);
  return {
    persons,
    ages: entries(
      groups.flatMap(({ sex, ages }) => ages.map((age) => [`${sex} ${age.age}`, age.persons] as [string, number])),
    ),
    sources: entries(
      sources.flatMap(({ nr, groups: own }) => own.map((one) => [`${nr} ${one.sex}`, one.persons] as [string, number])),
    ),
    trend: entries(trend.map((one) => [`${one.year} ${one.sex}`, one.persons])),
  };
}

/** Random choices. The differences of each with the one before, and of some with a narrower one, are looked at too. */
const choices = process.env.CASES === 'all' ? 2000 : 300;

test('no number of people is below five, and differences are sums of whole cells', { timeout: 300_000 }, async () => {
  expect(cells.every(({ persons }) => persons >= 5)).toBe(true);
  expect(cells.filter(({ year }) => year === null).length).toBeGreaterThan(10);
  let before: { own: Cell[]; told: ReturnType<typeof toldOf> } | null = null;
  for (let at = 0; at < choices; at += 1) {
    const choice = someChoice();
    const norms = await read(choice);
    const own = cells.filter((cell) => isIn(cell, choice));
    const told = toldBy(norms);
    expect(told, JSON.stringify(choice)).toEqual(toldOf(own));
    expect(Math.min(...numbersIn(norms), 5)).toBe(5);
    for (const { ages } of norms.groups) {
      for (const { persons, empirical } of ages)
        if (persons < 10) expect(empirical.every((one) => one === null)).toBe(true);
    }
    for (const { groups } of norms.sources)
      for (const group of groups) if (group.persons < 10) expect(group.median).toBe(null);
    if (before) {
      const added = own.filter((cell) => !before!.own.includes(cell));
      const left = before.own.filter((cell) => !own.includes(cell));
      expect(told.persons - before.told.persons).toBe(sum(added) - sum(left));
    }
    before = { own, told };
    if (at % 5 > 0) continue;
    const nr = oneOf(choice.dataSets.length > 0 ? choice.dataSets : [1]);
    const narrower = await read({ ...choice, ages: { start: 7, end: 8 }, dataSets: [nr] });
    const isNarrower = choice.ages === null || (choice.ages.start <= 7 && choice.ages.end >= 8);
    const difference = told.persons - narrower.persons;
    if (isNarrower) expect(difference === 0 || difference >= 5, JSON.stringify(choice)).toBe(true);
  }
});
