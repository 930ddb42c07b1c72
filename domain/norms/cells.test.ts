import { expect, test } from 'vitest';

import { createChance } from '../../tests/support/chance';
import { groupBy } from '../group-by';
import { type Cell, compareCells, countCodes, joinSmallCells, peopleByCode, sumCounts, takeOverCells } from './cells';
import { chosenCells } from './choose-cells';

/** People with results 1, 2 and so on. */
const cell = (persons: number, year: number | null, more: Partial<Cell> = {}): Cell => ({
  sex: 'f',
  age: 8,
  year,
  country: 'DE',
  ...peopleByCode(new Map(Array.from({ length: persons }, (_, at) => [at + 1, 1]))),
  ...more,
});
const told = (cells: readonly Cell[]) => cells.map((one) => [one.year, one.country, one.persons]);

test('codes of people are counted, each once and ascending', () => {
  const counted = countCodes(Uint32Array.of(7, 3, 7, 1200, 3, 7), new Uint32Array(6));
  expect(counted).toEqual(
    peopleByCode(
      new Map([
        [1200, 1],
        [7, 3],
        [3, 2],
      ]),
    ),
  );
  expect([counted.persons, ...counted.codes]).toEqual([6, 3, 7, 1200]);
  expect(countCodes(new Uint32Array(), new Uint32Array()).persons).toBe(0);
});

test('cells of five people stay as they are', () => {
  expect(told(joinSmallCells([cell(5, 2018), cell(6, 2019)]))).toEqual([
    [2018, 'DE', 5],
    [2019, 'DE', 6],
  ]);
});

test('smaller ones become one without year and country', () => {
  expect(told(joinSmallCells([cell(3, 2018), cell(4, 2019), cell(9, 2020)]))).toEqual([
    [null, null, 7],
    [2020, 'DE', 9],
  ]);
});

test('a single small one takes the smallest other one along', () => {
  expect(told(joinSmallCells([cell(1, 2018), cell(9, 2019), cell(6, 2020)]))).toEqual([
    [null, null, 7],
    [2019, 'DE', 9],
  ]);
});

test('fewer than five people of a sex and age are left out, however many others there are', () => {
  const others = cell(50, 2018, { age: 9 });
  expect(joinSmallCells([cell(2, 2018), cell(2, 2019), others])).toEqual([others]);
});

test('of closed data sets a cell has ten people', () => {
  expect(told(joinSmallCells([cell(9, 2018), cell(12, 2019), cell(20, 2020)], 10))).toEqual([
    [null, null, 21],
    [2020, 'DE', 20],
  ]);
  expect(joinSmallCells([cell(4, 2018), cell(5, 2019)], 10)).toEqual([]);
});

test('people without year and country join those who are too few', () => {
  const unknown = cell(20, null, { country: null });
  expect(told(joinSmallCells([cell(2, 2018), unknown, cell(8, 2019)]))).toEqual([
    [null, null, 22],
    [2019, 'DE', 8],
  ]);
});

test('a few people more or less leave the former cells, enough of them the new ones', () => {
  const [former, few, enough] = [[cell(20, 2018)], [cell(23, 2018)], [cell(25, 2018)]];
  expect(takeOverCells([former], few)).toEqual(former);
  expect(takeOverCells([former], enough)).toEqual(enough);
  expect(takeOverCells([former], [cell(17, 2018)])).toEqual(former);
  expect(takeOverCells([former], [])).toEqual([]);
});

test('people who changed places do not hide one who came', () => {
  // Seven people left a year and eight came into another: of all years together there is one more.
  const ofResult = (persons: number, year: number) => cell(0, year, peopleByCode(new Map([[1, persons]])));
  const former = [ofResult(20, 2018), ofResult(20, 2019)];
  expect(takeOverCells([former], [ofResult(13, 2018), ofResult(28, 2019)])).toEqual(former);
  const moved = [ofResult(13, 2018), ofResult(27, 2019)];
  expect(takeOverCells([former], moved)).toEqual(moved);
});

test('cells that differ little from any former ones are replaced by those', () => {
  const [first, second] = [[cell(60, 2018)], [cell(65, 2018)]];
  expect(takeOverCells([second, first], [cell(59, 2018)])).toEqual(first);
  expect(takeOverCells([second, first], [cell(71, 2018)])).toEqual([cell(71, 2018)]);
});

test('no sum of cells tells of one person, whoever moved between them', () => {
  const ofCodes = (year: number, codes: number[]) =>
    cell(0, year, peopleByCode(new Map([...sumCounts([cell(10, year)]), ...codes.map((code) => [code, 1] as const)])));
  const former = [ofCodes(2015, [101, 102, 103, 104, 105]), ofCodes(2016, []), ofCodes(2017, [])];
  // Four of the five who left 2015 and one other came into 2016, so both years together differ by one person.
  const made = [ofCodes(2015, []), ofCodes(2016, [101, 102, 103, 104, 109]), ofCodes(2017, [120, 121, 122, 123, 124])];
  expect(takeOverCells([former], made)).toEqual(former);
  const allMoved = [ofCodes(2015, []), ofCodes(2016, [101, 102, 103, 104, 105]), ofCodes(2017, [])];
  expect(takeOverCells([former], allMoved)).toEqual(allMoved);
});

test('of many countries that change at once former cells stay only if people may have moved between them', () => {
  const codes = ['AT', 'BE', 'CH', 'DE', 'DK', 'FR', 'IT', 'NL'];
  const ofSize = (persons: (at: number) => number) => codes.map((country, at) => cell(persons(at), 2018, { country }));
  const [former, grown] = [ofSize(() => 20), ofSize(() => 25)];
  expect(takeOverCells([former], grown)).toEqual(grown);
  const larger = ofSize((at) => (at % 2 === 0 ? 20 : 27));
  const mixed = ofSize((at) => (at % 2 === 0 ? 26 : 20));
  expect(takeOverCells([larger], mixed)).toEqual(larger);
});

test('the country of all years can be corrected', () => {
  const years = Array.from({ length: 20 }, (_, at) => 2000 + at);
  const [former, corrected] = ['DE', 'AT'].map((country) => years.map((year) => cell(20, year, { country })));
  expect(takeOverCells([former!], corrected!)).toEqual(corrected);
});

test('whatever is chosen, versions differ by nobody or by at least five people', () => {
  const chance = createChance();
  const whole = (below: number) => Math.floor(chance() * below);
  const oneOf = <T>(items: readonly T[]): T => items[whole(items.length)]!;
  const years = [2015, 2016, 2017];
  const countries = ['AT', 'DE'];
  let [taken, kept] = [0, 0];
  const somebody = () => ({ year: oneOf(years), country: oneOf(countries), code: whole(30) });
  for (let at = 0; at < 1500; at += 1) {
    const people = Array.from({ length: oneOf([60, 300]) }, somebody);
    const share = oneOf([0, 0.03, 0.5]);
    const others = Array.from({ length: oneOf([0, 3, 200]) }, somebody);
    const corrected = people.map((one) => {
      const name = oneOf(['year', 'country', 'code'] as const);
      return chance() < share ? { ...one, [name]: somebody()[name] } : one;
    });
    const [before, after] = [cellsOf(people), cellsOf([...corrected, ...others])];
    const shown = takeOverCells([before], after);
    if (told(shown).join() === told(before.toSorted(compareCells)).join()) kept += 1;
    else taken += 1;
    for (const from of years) {
      for (const to of years) {
        for (const own of [[], ['AT'], ['DE']]) {
          const choice = { sex: null, ages: null, years: { start: from, end: to }, countries: own };
          const isIn = chosenCells(choice, { years, countries });
          const differing = differingOf(before.filter(isIn), shown.filter(isIn));
          expect(differing === 0 || differing >= 5, JSON.stringify(choice)).toBe(true);
        }
      }
    }
  }
  expect(Math.min(taken, kept)).toBeGreaterThan(150);
});

/** Cells of people of one sex and age. */
function cellsOf(people: readonly { year: number; country: string; code: number }[]): Cell[] {
  const cells = people.map(({ year, country, code }) =>
    cell(0, year, { country, ...peopleByCode(new Map([[code, 1]])) }),
  );
  const byPlace = groupBy(cells, (one) => `${one.year} ${one.country}`);
  return joinSmallCells([...byPlace.values()].map((own) => ({ ...own[0]!, ...peopleByCode(sumCounts(own)) })));
}

/** Number of people who came or left. */
function differingOf(before: readonly Cell[], after: readonly Cell[]): number {
  const [had, has] = [sumCounts(before), sumCounts(after)];
  const changes = [...new Set([...had.keys(), ...has.keys()])].map(
    (code) => (has.get(code) ?? 0) - (had.get(code) ?? 0),
  );
  const sum = (sign: number) => changes.reduce((all, change) => all + Math.max(sign * change, 0), 0);
  return Math.max(sum(1), sum(-1));
}

test('other ages are replaced on their own', () => {
  const former = [cell(20, 2018), cell(20, 2018, { age: 9 })];
  const made = [cell(21, 2018), cell(30, 2018, { age: 9 })];
  expect(takeOverCells([former], made)).toEqual([former[0], made[1]]);
});
