import { afterAll, beforeAll, expect, test } from 'vitest';

import type { NormChoice, Norms } from '@domain/api/norms';

import { makeNorms } from '../../../services/repository/jobs/handlers/make-norms';
import { readNorms } from '../../../services/repository/usecases/norms/read-norms';
import { createTestApi, type TestApi } from '../test-api';
import { isChosen, narrower, publishTinyDataSets, someChoice, tinyCells, type TinyCell } from './tiny-data-sets';

/** Every number of people that an answer tells. */
function numbersIn({ persons, groups, sources, trend }: Norms): number[] {
  return [
    persons,
    ...groups.flatMap(({ ages }) => ages.map((age) => age.persons)),
    ...sources.flatMap((source) => [source.persons, ...source.groups.map((group) => group.persons)]),
    ...trend.map((one) => one.persons),
  ].filter((number) => number > 0);
}

const sum = (own: readonly TinyCell[]) => own.reduce((all, { persons }) => all + persons, 0);

/** What an answer has to tell of these cells. */
function toldOf(own: readonly TinyCell[]) {
  const count = (nameOf: (cell: TinyCell) => string | null) => {
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

const namesIn = ({ ages, sources, trend }: ReturnType<typeof toldOf>) => ({ ...ages, ...sources, ...trend });

/**
 * Tests of a number of random choices: what they tell is what the rules say of the rows, and of each and a narrower one no
 * number differs by one to four people, of one version: versions differ as the rows of data sets do.
 */
export function testChoices(choices: number): void {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
    await publishTinyDataSets(api.repository);
    await makeNorms(api.repository, new AbortController().signal);
  });
  afterAll(() => api.close());
  const read = (choice: NormChoice) => readNorms(api.repository, { key: 'slj', limit: 1000, ...choice }, 'en');

  test(`of ${choices} choices no number of people is below five`, { timeout: 1_200_000 }, async () => {
    expect(tinyCells.every(({ persons }) => persons >= 5)).toBe(true);
    expect(tinyCells.filter(({ year }) => year === null).length).toBeGreaterThan(10);
    let differing = 0;
    for (let at = 0; at < choices; at += 1) {
      const choice = someChoice();
      const norms = await read(choice);
      const told = toldBy(norms);
      expect(told, JSON.stringify(choice)).toEqual(toldOf(tinyCells.filter((cell) => isChosen(cell, choice))));
      expectNobodySingle(norms);
      if (at % 3 > 0) continue;
      const less = narrower(choice);
      const [wide, narrow] = [namesIn(told), namesIn(toldBy(await read(less)))];
      for (const [name, persons] of Object.entries(wide)) {
        const difference = persons - (narrow[name] ?? 0);
        expect(difference === 0 || difference >= 5, `${name}: ${JSON.stringify([choice, less])}`).toBe(true);
        if (difference > 0) differing += 1;
      }
    }
    expect(differing).toBeGreaterThan(choices);
  });
}

/** Checks that nothing is told of fewer than five people, and no percentile of fewer than ten. */
function expectNobodySingle(norms: Norms): void {
  expect(Math.min(...numbersIn(norms), 5)).toBe(5);
  for (const { persons, empirical } of norms.groups.flatMap(({ ages }) => ages)) {
    if (persons < 10) expect(empirical.every((one) => one === null)).toBe(true);
  }
  for (const { persons, median } of norms.sources.flatMap(({ groups }) => groups)) {
    if (persons < 10) expect(median).toBe(null);
  }
}
